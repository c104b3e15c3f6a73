/**
 * Makes the scripts of a rendered page, and their preload hints, wait for `START_SCRIPTS`. Changes only the names in
 * two attributes; the framework's own inline scripts stay as they are. `<Scripts />` cannot wait: on a slow phone, scripts
 * requested at once bring text and picture 0.4 s later (1.30 s instead of 0.90).
 */
export function holdScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="held-modulepreload"')
    .replaceAll('<script type="module"', '<script type="held-module"');
}

/** The inline script at the end of the page that starts the held scripts. */
export const START_SCRIPTS = `(${startScripts})()`;

// Runs in the page as source text, so it may use nothing from this module.
function startScripts(): void {
  const start = () => {
    for (const hint of document.querySelectorAll<HTMLLinkElement>('link[rel="held-modulepreload"]')) {
      if (awaitsData) hint.fetchPriority = "low";
      hint.rel = "modulepreload";
    }
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="held-module"]')) {
      script.type = "module";
      // A browser examines a script when it enters the document.
      script.replaceWith(script);
    }
  };
  // Such a page shows nothing without its scripts, and a page in a hidden tab is never painted.
  const awaitsData = document.querySelector('link[rel="preload"][as="fetch"]') !== null;
  // The scripts must compete with the main picture neither for the connection nor for its frame; a slow picture delays
  // them by no more than this.
  const PATIENCE_MS = 1000;
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  const frame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  const afterPicture = () => {
    if (!picture) return start();
    const shown = picture.decode().then(frame, frame);
    void Promise.race([shown, new Promise((over) => setTimeout(over, PATIENCE_MS))]).then(start);
  };
  if (awaitsData || document.hidden) start();
  else void frame().then(afterPicture);
}

/** The event of the window that says: what is pressed from now on is heard. */
export const HYDRATED = "hydrated";

/**
 * Takes a rendered page and makes its scripts and the hints for them wait for `START_SCRIPTS`. Only the names in two
 * attributes change; what the framework wrote into its scripts stays as it is.
 */
export function holdScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="held-modulepreload"')
    .replaceAll('<script type="module"', '<script type="held-module"');
}

/** The code of an inline script at the end of the page, which starts what was held. */
export const START_SCRIPTS = `(${startScripts})("${HYDRATED}")`;

// Runs in the page, as its own source text: it may use nothing of this module.
function startScripts(hydrated: string): void {
  let pressed: HTMLElement | null = null;
  const keep = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
  };
  const start = () => {
    for (const hint of document.querySelectorAll<HTMLLinkElement>('link[rel="held-modulepreload"]')) {
      if (awaitsData) hint.fetchPriority = "low";
      hint.rel = "modulepreload";
    }
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="held-module"]')) {
      script.type = "module";
      // A script is looked at when it enters the document.
      script.replaceWith(script);
    }
  };
  addEventListener("click", keep, true);
  const replay = () => {
    removeEventListener("click", keep, true);
    pressed?.click();
  };
  addEventListener(hydrated, replay, { once: true });
  // Without its scripts such a page shows nothing; and a page in a hidden tab is never painted.
  const awaitsData = document.querySelector('link[rel="preload"][as="fetch"]') !== null;
  if (awaitsData || document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}

/** The window event after which the page responds to input. */
export const HYDRATED = "hydrated";

/**
 * Makes the scripts of a rendered page, and their preload hints, wait for `START_SCRIPTS`. Changes only the names in
 * two attributes; the framework's own inline scripts stay as they are.
 */
export function holdScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="held-modulepreload"')
    .replaceAll('<script type="module"', '<script type="held-module"');
}

/**
 * Moves the preload hints behind the stylesheets, ahead of which React writes them, pictures before fonts: nothing is
 * painted without styles, and the text has letters while its own are on their way. All stand in the head.
 */
export function askForStylesFirst(html: string): string {
  const end = html.indexOf("</head>");
  if (end < 0) return html;
  const head = html.slice(0, end);
  const pictures = head.match(/<link rel="preload" as="image"[^>]*>/g) ?? [];
  const fonts = head.match(/<link rel="preload" as="font"[^>]*>/g) ?? [];
  const rest = head.replaceAll(/<link rel="preload" as="(?:image|font)"[^>]*>/g, "");
  return `${rest}${pictures.join("")}${fonts.join("")}${html.slice(end)}`;
}

/** The inline script at the end of the page that starts the held scripts. */
export const START_SCRIPTS = `(${startScripts})("${HYDRATED}")`;

// Runs in the page as source text, so it may use nothing from this module.
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
      // A browser examines a script when it enters the document.
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
  // The picture that the visitor came for shares neither its line nor its frame; a slow one holds the scripts up no
  // longer than this.
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

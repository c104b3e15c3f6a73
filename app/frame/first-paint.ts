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
 * React writes the preload hints ahead of the stylesheets; this moves them after these, pictures before fonts. Nothing
 * is painted without styles, and the text has fallback letters until its fonts arrive. All of this is in the head.
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
  const keepPress = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
  };
  // React may empty a field, or not know that a box is ticked.
  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const written = new Map<Control, string | boolean>();
  const keepInput = ({ target }: Event) => {
    const control = target as Control;
    written.set(control, /checkbox|radio/.test(control.type) ? (control as HTMLInputElement).checked : control.value);
  };
  const write = (control: Control, value: string | boolean) => {
    if (typeof value === "boolean") {
      (control as HTMLInputElement).checked = !value;
      control.click();
      return;
    }
    // React hears of a value only if it differs from the last one set through the element itself.
    control.value = "";
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
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
  addEventListener("click", keepPress, true);
  addEventListener("input", keepInput, true);
  const replay = async () => {
    removeEventListener("click", keepPress, true);
    removeEventListener("input", keepInput, true);
    for (const [control, value] of written) {
      if (control.isConnected) write(control, value);
      // Each must be answered before the next, as when they come from a hand.
      await new Promise((answered) => setTimeout(answered));
    }
    pressed?.click();
  };
  addEventListener(hydrated, () => void replay(), { once: true });
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

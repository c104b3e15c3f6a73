import { TOKEN_KEY } from "#app/client/token-storage.ts";
import { MARK_UNCONFIRMED } from "#app/client/unconfirmed-mark.ts";

/** The window event after which the page responds to input. */
export const HYDRATED = "hydrated";

/**
 * Puts an inline script, marked with this nonce, first into the page, before any field can be seen. It notes who may be
 * signed in, remembers what is typed, ticked, chosen and pressed before the page's own code arrives, and does it once
 * more. React keeps what is in a field, but replays no event from before then: a search would not hear of its words, a
 * filter not of its ticks, and Menu would do nothing.
 */
export function keepEarlyInput(html: string, nonce: string): string {
  const scripts = `${MARK_UNCONFIRMED};(${noteToken})("${TOKEN_KEY}");(${rememberInput})("${HYDRATED}")`;
  return html.replace("<head>", () => `<head><script nonce="${nonce}">${scripts}</script>`);
}

// Both run in the page as source text, so they may use nothing from this module.

/** Before the first paint: whether somebody may be signed in here. Only then does the header wait with its Login. */
function noteToken(key: string): void {
  try {
    if (localStorage.getItem(key)) document.documentElement.dataset.mayBeIn = "";
  } catch {
    // The browser refuses the storage.
  }
}

function rememberInput(hydrated: string): void {
  let pressed: HTMLElement | null = null;
  const keepPress = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
  };
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
  addEventListener("click", keepPress, true);
  addEventListener("input", keepInput, true);
  // What somebody types meanwhile counts: what was kept of that field is older.
  const forgetInput = ({ target, isTrusted }: Event) => isTrusted && written.delete(target as Control);
  const replay = async () => {
    removeEventListener("click", keepPress, true);
    removeEventListener("input", keepInput, true);
    addEventListener("input", forgetInput, true);
    // Before anybody types on in a field that React has emptied.
    for (const [control, value] of written) if (typeof value === "string") control.value = value;
    for (const [control, value] of written) {
      if (control.isConnected) write(control, value);
      // Each must be answered before the next, as when they come from a hand.
      await new Promise((answered) => setTimeout(answered));
    }
    removeEventListener("input", forgetInput, true);
    pressed?.click();
  };
  addEventListener(hydrated, () => void replay(), { once: true });
  // React would take this script for the first one that it renders into the head.
  document.currentScript?.remove();
}

import { readStored, removeStored, store } from "#app/client/browser-storage.ts";

const OFF_KEY = "shortcutsOff";

/** Whether keys without Ctrl act in this browser. Whoever speaks to the computer must be able to switch them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readStored(OFF_KEY) === null;
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) removeStored(OFF_KEY);
  else store(OFF_KEY, "1");
}

/** What a key without Ctrl does on this page, if it does something and nobody is typing or answering a dialog. */
export function shortcutOf(event: KeyboardEvent): "search" | "help" | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.key !== "/" && event.key !== "?") return undefined;
  const { target } = event;
  const typed = "input:not([type=checkbox], [type=radio]), textarea, select";
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(typed))) return undefined;
  if (!areShortcutsOn() || document.querySelector("dialog:modal")) return undefined;
  return event.key === "/" ? "search" : "help";
}

/** Goes to the page's own search, or else to the one in the header; false if there is none. */
export function goToSearch(): boolean {
  const fields = ["main", "header"].flatMap((place) => [
    ...document.querySelectorAll<HTMLInputElement>(`${place} [role=search] input[type=search]`),
  ]);
  const field = fields.find((one) => one.checkVisibility()) ?? fields[0];
  const popover = field?.closest<HTMLElement>("[popover]");
  if (field && !field.checkVisibility()) popover?.showPopover();
  if (!field?.checkVisibility()) return false;
  field.focus();
  field.select();
  return true;
}

/** Ctrl+K, on a Mac Cmd+K, which opens the search of everything. Its modifier makes it safe for who speaks (WCAG 2.1.4). */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean {
  const isHeld = isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isHeld && !altKey && !shiftKey && !isComposing && key.toLowerCase() === "k";
}

/** How this computer names these keys. */
export function paletteKeys(): readonly [modifier: string, letter: string] {
  return [isMac() ? "\u2318" : "Ctrl", "K"];
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

import { removeStored, store } from "./browser-storage.ts";

/** Kept while the person who is signed in has not confirmed their address. */
export const UNCONFIRMED_KEY = "unconfirmed";

/** Keeps or forgets the mark, for the next page and this one. */
export function markUnconfirmed(isUnconfirmed: boolean): void {
  if (isUnconfirmed) store(UNCONFIRMED_KEY, "1");
  else removeStored(UNCONFIRMED_KEY);
  document.documentElement.toggleAttribute("data-unconfirmed", isUnconfirmed);
}

/** A script for the head, which leaves room for the line about the address before anything is painted. */
export const MARK_UNCONFIRMED = `(${readMark})("${UNCONFIRMED_KEY}")`;

// Runs in the page as source text, so it may use nothing from this module.
function readMark(key: string): void {
  try {
    document.documentElement.toggleAttribute("data-unconfirmed", localStorage.getItem(key) !== null);
  } catch {
    // The browser keeps nothing.
  }
}

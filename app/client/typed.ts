/** The name under which a tab keeps what was typed into a form (`forms/typed-in-tab.ts`). */
export const TYPED = "typed";

/** Apart from the rest, because every page needs it: each logout forgets what was typed. */
export function forgetTyping(): void {
  try {
    sessionStorage.removeItem(TYPED);
  } catch {}
}

/** What anybody but this person typed: they are at this tab now. */
export function forgetTypingOfOthers(uid: string): void {
  try {
    if (JSON.parse(sessionStorage.getItem(TYPED) ?? "null")?.uid !== uid) forgetTyping();
  } catch {}
}

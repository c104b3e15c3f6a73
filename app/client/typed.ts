/** Where a tab keeps what was typed when a session ended (`forms/kept-typing.tsx`). */
export const TYPED = "typed";

/** On every page, because each logout does it. */
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

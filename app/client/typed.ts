/** The name under which a tab keeps what was typed into forms (`forms/typed-in-tab.ts`). */
const TYPED = "typed";

/** What is kept; nothing where the browser keeps nothing. */
export function readTyping<Kept extends { uid: string }>(): Kept[] {
  try {
    const kept: Kept[] | null = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function writeTyping(kept: readonly object[]): void {
  try {
    if (kept.length > 0) sessionStorage.setItem(TYPED, JSON.stringify(kept));
    else sessionStorage.removeItem(TYPED);
  } catch {}
}

/** Apart from the rest, because every page needs it: each logout forgets what was typed. */
export function forgetTyping(): void {
  writeTyping([]);
}

/** What anybody but this person typed: they are at this tab now. */
export function forgetTypingOfOthers(uid: string): void {
  writeTyping(readTyping().filter((kept) => kept.uid === uid));
}

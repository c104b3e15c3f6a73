/** The name under which a tab keeps what was typed into forms (`forms/typed-in-tab.ts`). */
const TYPED = "typed";

/** What is kept; nothing where the browser keeps nothing. */
export function readStoredInput<Stored extends { uid: string }>(): Stored[] {
  try {
    const stored: Stored[] | null = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export function writeStoredInput(stored: readonly object[]): void {
  try {
    if (stored.length > 0) sessionStorage.setItem(TYPED, JSON.stringify(stored));
    else sessionStorage.removeItem(TYPED);
  } catch {}
}

/** Apart from the rest, because every page needs it: each logout forgets what was typed. */
export function forgetInput(): void {
  writeStoredInput([]);
}

/** What anybody but this person typed: they are at this tab now. */
export function forgetInputOfOthers(uid: string): void {
  writeStoredInput(readStoredInput().filter((stored) => stored.uid === uid));
}

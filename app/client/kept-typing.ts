// On every page, because each logout erases it, so it stays small.

/** What was typed into the form of a page when the session of this person ended. */
type Kept = { uid: string; path: string; atMs: number; typed: object };

const KEY = "typed";
const LIFE_MS = 3_600_000;

/** Keeps it in this tab, in place of what was kept before. Where the browser keeps nothing, it is lost. */
export function keepTyping(uid: string, path: string, typed: object): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ uid, path, atMs: Date.now(), typed } satisfies Kept));
  } catch {}
}

/**
 * What this person had typed on this page within the last hour. It is given once; what is another's or too old is
 * erased, what is theirs from another page waits.
 */
export function takeTyping(uid: string, path: string): object | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    const ageMs = Date.now() - (kept?.atMs ?? 0);
    const isTheirs = kept?.uid === uid && ageMs >= 0 && ageMs < LIFE_MS;
    if (isTheirs && kept.path !== path) return undefined;
    forgetTyping();
    return isTheirs ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}

export function forgetTyping(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}

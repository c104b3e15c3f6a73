import { forgetTyping, TYPED } from "#app/client/typed.ts";

/** Whose form it is, on which page; `form` tells several forms of a page apart. */
export type Place = { uid: string; path: string; form: string };

/** What was typed into a form of a page when the session of this person ended, or when they left it. */
export type Kept = Place & { atMs: number; typed: object; isLeft: boolean };

const LIFE_MS = 3_600_000;

/** Keeps it in this tab, in place of what was kept before. Where the browser keeps nothing, it is lost. */
export function keepTyping(place: Place, typed: object, isLeft: boolean): void {
  try {
    sessionStorage.setItem(TYPED, JSON.stringify({ ...place, atMs: Date.now(), typed, isLeft } satisfies Kept));
  } catch {}
}

/** What this person had typed here within the last hour. It is given once. */
export function takeTyping(place: Place): Kept | undefined {
  const kept = findTyping(place);
  if (kept) forgetTyping();
  return kept;
}

/** Erases what is another's or too old; what is theirs from another page or form waits. */
export function findTyping({ uid, path, form }: Place): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
    const ageMs = Date.now() - (kept?.atMs ?? 0);
    if (kept?.uid !== uid || ageMs < 0 || ageMs >= LIFE_MS) {
      forgetTyping();
      return undefined;
    }
    return kept.path === path && kept.form === form ? kept : undefined;
  } catch {
    return undefined;
  }
}

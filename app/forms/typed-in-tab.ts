import { readTyping, writeTyping } from "#app/client/typed.ts";

/** Whose form it is, on which page; `form` tells several forms of a page apart. */
export type Place = { uid: string; path: string; form: string };

/** What was typed into a form of a page when the session of this person ended, or when they left it. */
export type Kept = Place & { atMs: number; typed: object; isLeft: boolean };

const LIFE_MS = 3_600_000;
/** The forms that are kept at once; the oldest gives way. */
const MOST_KEPT = 20;

const isAt =
  ({ uid, path, form }: Place) =>
  (kept: Kept) =>
    kept.uid === uid && kept.path === path && kept.form === form;

/** Keeps it in this tab, in place of what was kept of this form before. Where the browser keeps nothing, it is lost. */
export function keepTyping(place: Place, typed: object, isLeft: boolean): void {
  const others = readKept(place.uid).filter((kept) => !isAt(place)(kept));
  writeTyping([...others, { ...place, atMs: Date.now(), typed, isLeft } satisfies Kept].slice(-MOST_KEPT));
}

/** What this person had typed here within the last hour. It is given once. */
export function takeTyping(place: Place): Kept | undefined {
  const kept = findTyping(place);
  if (kept) dropTyping(place);
  return kept;
}

/** Forgets what was typed into this form. */
export function dropTyping(place: Place): void {
  writeTyping(readKept(place.uid).filter((kept) => !isAt(place)(kept)));
}

/** What this person had typed here; what they typed into other forms waits. */
export function findTyping(place: Place): Kept | undefined {
  return readKept(place.uid).find(isAt(place));
}

/** What this person typed within the last hour. */
function readKept(uid: string): Kept[] {
  return readTyping<Kept>().filter((kept) => {
    const ageMs = Date.now() - kept.atMs;
    return kept.uid === uid && ageMs >= 0 && ageMs < LIFE_MS;
  });
}

import { readStoredInput, writeStoredInput } from "#app/client/stored-input.ts";

/** Whose form it is, on which page; `form` tells several forms of a page apart. */
export type Place = { uid: string; path: string; form: string };

/** What was typed into a form of a page when the session of this person ended, or when they left it. */
export type StoredInput = Place & { atMs: number; typed: object; isLeft: boolean };

const LIFE_MS = 3_600_000;
/** The forms that are kept at once; the oldest gives way. */
const MOST_FORMS = 20;

const isAt =
  ({ uid, path, form }: Place) =>
  (stored: StoredInput) =>
    stored.uid === uid && stored.path === path && stored.form === form;

/** Keeps it in this tab, in place of what was kept of this form before. Where the browser keeps nothing, it is lost. */
export function storeInput(place: Place, typed: object, isLeft: boolean): void {
  const others = readOwn(place.uid).filter((stored) => !isAt(place)(stored));
  writeStoredInput([...others, { ...place, atMs: Date.now(), typed, isLeft } satisfies StoredInput].slice(-MOST_FORMS));
}

/** What this person had typed here within the last hour. It is given once. */
export function takeInput(place: Place): StoredInput | undefined {
  const stored = findInput(place);
  if (stored) dropInput(place);
  return stored;
}

/** Forgets what was typed into this form. */
export function dropInput(place: Place): void {
  writeStoredInput(readOwn(place.uid).filter((stored) => !isAt(place)(stored)));
}

/** What this person had typed here; what they typed into other forms waits. */
export function findInput(place: Place): StoredInput | undefined {
  return readOwn(place.uid).find(isAt(place));
}

/** What this person typed within the last hour. */
function readOwn(uid: string): StoredInput[] {
  return readStoredInput<StoredInput>().filter((stored) => {
    const ageMs = Date.now() - stored.atMs;
    return stored.uid === uid && ageMs >= 0 && ageMs < LIFE_MS;
  });
}

import { useSyncExternalStore } from "react";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import type { Draft } from "#app/features/sheets/contract.ts";
import { type DraftEdit, DraftKeeper } from "./draft-keeper.ts";
import { type DraftLine, readVisitorLines } from "./draft-lines.ts";

type Line = Draft["lines"][number];

let opened: DraftKeeper | undefined;

/** Follows the draft of a signed-in person, and adds to it what they gathered before they logged in. */
export function openDraft(uid: string): void {
  if (opened?.uid === uid) return;
  opened?.stop();
  opened = new DraftKeeper(uid, gathered);
}

/** Takes over a draft that was just read on the server; one that was read here before is requested again. */
export function showDraft(uid: string, draft: Draft, etag: string): void {
  if (opened?.uid !== uid) {
    opened?.stop();
    opened = new DraftKeeper(uid, gathered, { draft, etag });
  } else void opened.load(true).catch(() => undefined);
}

/** What a visitor gathered in this browser, if anything. */
function gathered(): DraftEdit | undefined {
  const lines = readVisitorLines();
  return lines.length > 0 ? joined(lines) : undefined;
}

/** The draft with all edits made here; undefined while it is not known. */
export function useAccountDraft(): Draft | undefined {
  return useSyncExternalStore(
    (listener) => opened?.hear(listener) ?? (() => {}),
    () => opened?.draft,
    () => undefined,
  );
}

/** Whether the shop is refusing the edits made here. They are tried again, but lost if the page is left. */
export function useDraftUnsaved(): boolean {
  return useSyncExternalStore(
    (listener) => opened?.hear(listener) ?? (() => {}),
    () => opened?.isUnsaved ?? false,
    () => false,
  );
}

/** The draft, once it is known. With `fresh` it is requested again. @throws ApiProblem when it cannot be read. */
export async function loadedDraft(uid: string, { fresh = false } = {}): Promise<Draft> {
  openDraft(uid);
  return draftOf(uid).load(fresh);
}

/** Which version of the draft is shown, for `If-Match`; undefined while none is known. */
export function draftVersion(uid: string): string | undefined {
  return draftOf(uid).etag;
}

/** Shows a change at once and saves it, after `delayMs` if it may be followed by another. */
export function editDraft(uid: string, edit: DraftEdit, delayMs = 0): void {
  openDraft(uid);
  draftOf(uid).edit(edit, delayMs);
}

/** Resolves once every edit is saved, or refused. */
export async function draftSaved(uid: string): Promise<void> {
  openDraft(uid);
  await draftOf(uid).saved();
}

/** After the draft was sent, which empties it: reads it again, here and in the other tabs. */
export async function draftSent(uid: string): Promise<void> {
  openDraft(uid);
  await draftOf(uid).sent();
}

function draftOf(uid: string): DraftKeeper {
  if (opened?.uid !== uid) throw new Error("Another person has signed in");
  return opened;
}

/** Sets the pieces of a trim on the draft; a new line comes last. */
export function withLine({
  trimId,
  orderQuantity,
  name,
  ...known
}: DraftLine & Partial<Line> & { name: string }): DraftEdit {
  return (draft) => {
    const there = draft.lines.find((line) => line.trimId === trimId);
    if (there) {
      // The buyer saw the price for that many pieces: another quantity may reach another break.
      const seenPrice = there.orderQuantity === orderQuantity ? there.seenPrice : null;
      const changed = { ...there, seenPrice, ...known, orderQuantity };
      return { ...draft, lines: draft.lines.map((line) => (line === there ? changed : line)) };
    }
    const fresh: Line = {
      gone: false,
      trim: null,
      seenPrice: null,
      seenAt: new Date().toISOString(),
      ...known,
      trimId,
      orderQuantity,
      name,
    };
    return { ...draft, lines: [...draft.lines, fresh].slice(0, MAX_LINES) };
  };
}

/**
 * The same for a line that is shown. If it has gone meanwhile, removed elsewhere or sent with its sheet, it stays away.
 */
export function withPieces(line: Parameters<typeof withLine>[0]): DraftEdit {
  return (draft) => (draft.lines.some(({ trimId }) => trimId === line.trimId) ? withLine(line)(draft) : draft);
}

/** The draft without this trim. */
export function withoutLine(trimId: string): DraftEdit {
  return (draft) => ({ ...draft, lines: draft.lines.filter((line) => line.trimId !== trimId) });
}

/** Puts removed lines back in their places; lines that are there again already stay as they are. */
export function withLinesBack(back: readonly { line: Line; at: number }[]): DraftEdit {
  return (draft) => {
    const lines = [...draft.lines];
    for (const { line, at } of back) {
      if (!lines.some(({ trimId }) => trimId === line.trimId)) lines.splice(Math.min(at, lines.length), 0, line);
    }
    return { ...draft, lines: lines.slice(0, MAX_LINES) };
  };
}

/** Adds lines of trims that are not on the draft yet; those that are there stay as they are. */
export function withMissing(lines: readonly DraftLine[]): DraftEdit {
  return (draft) => {
    const isThere = new Set(draft.lines.map(({ trimId }) => trimId));
    return lines
      .filter(({ trimId }) => !isThere.has(trimId))
      .reduce((whole, line) => withLine({ name: "", ...line })(whole), draft);
  };
}

/** Adds what a visitor gathered: new trims become new lines; for others the larger number stays. */
export function joined(visitor: readonly DraftLine[]): DraftEdit {
  return (draft) =>
    visitor.reduce((whole, line) => {
      const there = whole.lines.find(({ trimId }) => trimId === line.trimId);
      if (there && there.orderQuantity >= line.orderQuantity) return whole;
      return withLine({ name: "", ...line })(whole);
    }, draft);
}

import type { DraftLine, SaidBefore } from "#app/client/order-draft.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import type { Draft } from "#app/features/sheets/contract.ts";

type Line = Draft["lines"][number];

/** A change that somebody just made to the draft. It runs again if the draft has changed elsewhere meanwhile. */
export type DraftEdit = (draft: Draft) => Draft;

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

/** Writes what an earlier sheet said: all of it on a draft without lines, beside lines only where nothing is written. */
export function withSaid(said: SaidBefore | undefined): DraftEdit {
  return (draft) => {
    const fields = pickWritten(said ?? {});
    return draft.lines.length === 0 ? { ...draft, ...fields } : { ...draft, ...fields, ...pickWritten(draft) };
  };
}

const pickWritten = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

import { formatPieces } from "#app/contract/money.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import { judgeLine } from "./lines.rules.ts";

/** A row as it was read: pieces, or why it cannot be taken. */
export type ReadRow = { row: number; article: string; written: string } & ({ pieces: number } | { fault: string });
type FoundTrim = Pick<Trim, "_id" | "number" | "name" | "img" | "moq" | "quantity" | "price" | "priceBreaks">;
type Nearest = { _id: string; number: number; name: string };
/** What the catalogue has for an article as written. */
export type Match = { trim: FoundTrim | null; nearest: Nearest | null };

type Verdict =
  /** Nobody has looked it up yet. */
  | { kind: "wait" }
  | { kind: "add"; pieces: number }
  /** `had`: how many pieces of the trim are on the sheet already. */
  | { kind: "replace"; pieces: number; had: number }
  | { kind: "bad"; message: string; nearest: Nearest | null };

/** What will happen to a row when the good ones are added. Only `add` and `replace` are. */
export type JudgedRow = { row: number; article: string; written: string; trim: FoundTrim | null } & Verdict;

/**
 * Says for each row what will happen, given what the catalogue has for each article and what is already on the sheet
 * (pieces by trim). Two rows with the same trim are both refused: only the writer knows which one is right.
 */
export function judgeRows(
  rows: readonly ReadRow[],
  matches: ReadonlyMap<string, Match>,
  present: ReadonlyMap<string, number>,
): JudgedRow[] {
  const rowsOf = new Map<string, number[]>();
  for (const { row, article } of rows) {
    const id = matches.get(article)?.trim?._id;
    if (id) rowsOf.set(id, [...(rowsOf.get(id) ?? []), row]);
  }
  let lines = present.size;
  return rows.map((read): JudgedRow => {
    const { row, article, written } = read;
    const match = matches.get(article);
    const trim = match?.trim ?? null;
    const shown = { row, article, written, trim };
    const refuse = (message: string): JudgedRow => ({ ...shown, kind: "bad", message, nearest: null });
    if ("fault" in read) return refuse(read.fault);
    if (!match) return { ...shown, kind: "wait" };
    if (!trim) return refuseUnknown({ ...shown, trim }, match.nearest);
    const others = (rowsOf.get(trim._id) ?? []).filter((other) => other !== row);
    if (others.length > 0) return refuse(`${tellRows(others)} the same trim. Keep one of them.`);
    const verdict = judgeLine({ trim, gone: false, orderQuantity: read.pieces, seenPrice: null });
    if (verdict.kind === "bad") return refuse(verdict.message);
    const had = present.get(trim._id);
    if (had !== undefined) return { ...shown, kind: "replace", pieces: read.pieces, had };
    if (lines >= MAX_LINES) return refuse(`The sheet is full: it has room for ${MAX_LINES} lines.`);
    lines += 1;
    return { ...shown, kind: "add", pieces: read.pieces };
  });
}

function refuseUnknown(
  shown: Pick<JudgedRow, "row" | "article" | "written"> & { trim: null },
  nearest: Nearest | null,
): JudgedRow {
  const asked = /^\W*(no|art)?\W*\d+$/i.test(shown.article) ? "number" : "name";
  const hint = nearest ? ` The nearest is No. ${formatArticle(nearest.number)}.` : "";
  return { ...shown, kind: "bad", message: `No trim has this ${asked}.${hint}`, nearest };
}

function tellRows(rows: readonly number[]): string {
  const shown = rows.slice(0, 3).join(", ");
  if (rows.length === 1) return `Row ${shown} names`;
  return `Rows ${shown}${rows.length > 3 ? " and others" : ""} name`;
}

/** "On the sheet already: 24,000 becomes 30,000" */
export function tellReplaced({ had, pieces }: { had: number; pieces: number }): string {
  if (had === pieces) return `On the sheet already with ${formatPieces(had)}`;
  return `On the sheet already: ${formatPieces(had)} becomes ${formatPieces(pieces)}`;
}

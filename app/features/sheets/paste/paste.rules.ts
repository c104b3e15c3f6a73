import { formatPieces } from "#app/contract/money.ts";
import { MAX_LINES } from "#app/contract/sheet-lines.ts";
import { checkLine } from "#app/features/sheets/lines.rules.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { PiecesRead } from "./pieces.rules.ts";

/** A row as it was read: pieces, or why it cannot be taken. */
export type ReadRow = { row: number; article: string; written: string } & PiecesRead;
type FoundTrim = Pick<Trim, "_id" | "number" | "name" | "img" | "moq" | "quantity" | "price" | "priceBreaks"> &
  Partial<Pick<Trim, "packingUnit">>;
type Nearest = { _id: string; number: number; name: string };
/** What the catalogue has for an article as written. */
export type Match = { trim: FoundTrim | null; nearest: Nearest | null };

/** A change to the text: other pieces or another article in a row, and rows that are not needed any more. */
export type Mend = { row?: number; pieces?: number; article?: string; drop?: readonly number[] };

/** What one press does about a row. `about` says more of it to those who cannot see the row. */
export type Remedy = { says: string; about?: string; mend: Mend };

type Verdict =
  /** Nobody has looked it up yet. */
  | { kind: "wait" }
  | { kind: "add"; pieces: number; counted: string | undefined }
  /** `had`: how many pieces of the trim are on the sheet already. */
  | { kind: "replace"; pieces: number; counted: string | undefined; had: number; remedies: Remedy[] }
  | { kind: "bad"; message: string; remedies: Remedy[] };

/** What will happen to a row when the good ones are added. Only `add` and `replace` are. */
export type JudgedRow = { row: number; article: string; written: string; trim: FoundTrim | null } & Verdict;

/**
 * Says for each row what will happen, given what the catalogue has for each article and what is already on the sheet
 * (pieces by trim). Two rows with the same trim are both refused: only the writer knows which one is right.
 */
export function checkRows(
  rows: readonly ReadRow[],
  matches: ReadonlyMap<string, Match>,
  present: ReadonlyMap<string, number>,
): JudgedRow[] {
  const rowsOf = new Map<string, ReadRow[]>();
  for (const read of rows) {
    const id = matches.get(read.article)?.trim?._id;
    if (id) rowsOf.set(id, [...(rowsOf.get(id) ?? []), read]);
  }
  let lines = present.size;
  return rows.map((read): JudgedRow => {
    const { row, article, written } = read;
    const match = matches.get(article);
    const trim = match?.trim ?? null;
    const shown = { row, article, written, trim };
    const refuse = (message: string, remedies: Remedy[] = []): JudgedRow => ({
      ...shown,
      kind: "bad",
      message,
      remedies,
    });
    if ("fault" in read && !(read.choices && trim)) return refuse(read.fault);
    if (!match) return { ...shown, kind: "wait" };
    if (!trim) return refuse(...describeUnknown(shown, match.nearest));
    const same = rowsOf.get(trim._id) ?? [];
    if (same.length > 1) {
      const others = same.filter((other) => other !== read).map((other) => other.row);
      return refuse(`${describeRows(others)} the same trim.`, offerOne(read, same));
    }
    const orderQuantity = "pieces" in read ? read.pieces : 0;
    const verdict = checkLine(
      { trim, gone: false, orderQuantity, seenPrice: null },
      "fault" in read ? read : undefined,
    );
    if (verdict.kind === "bad") {
      return refuse(
        verdict.message,
        verdict.offers.map(({ says, pieces }) => ({ says, mend: { row, pieces } })),
      );
    }
    if ("fault" in read) return refuse(read.fault);
    const { pieces, counted } = read;
    const had = present.get(trim._id);
    if (had !== undefined) {
      return {
        ...shown,
        kind: "replace",
        pieces,
        counted,
        had,
        remedies: had === pieces ? [] : offerBoth({ row, pieces, had }),
      };
    }
    if (lines >= MAX_LINES) return refuse(`The sheet is full: it has room for ${MAX_LINES} lines.`);
    lines += 1;
    return { ...shown, kind: "add", pieces, counted };
  });
}

/** Which of several rows with one trim: this one, or all of them together. */
function offerOne(read: ReadRow, same: readonly ReadRow[]): Remedy[] {
  if (!("pieces" in read)) return [];
  const drop = same.flatMap((other) => (other === read ? [] : other.row));
  const keep = { says: `Keep ${formatPieces(read.pieces)}`, mend: { drop } };
  const sum = same.reduce((whole, other) => ("pieces" in other ? whole + other.pieces : Number.NaN), 0);
  if (Number.isNaN(sum)) return [keep];
  const all = same.length === 2 ? "Add both" : `Add all ${same.length}`;
  return [keep, { says: all, about: formatPieces(sum), mend: { row: read.row, pieces: sum, drop } }];
}

/** What is on the sheet may stay, or the row may come on top of it. */
function offerBoth({ row, pieces, had }: { row: number; pieces: number; had: number }): Remedy[] {
  return [
    { says: `Keep ${formatPieces(had)}`, mend: { drop: [row] } },
    { says: "Add both", about: formatPieces(had + pieces), mend: { row, pieces: had + pieces } },
  ];
}

function describeUnknown({ row, article }: ReadRowName, nearest: Nearest | null): [string, Remedy[]] {
  const asked = /^\D{0,12}[\d.]+$/.test(article) ? "number" : "name";
  if (!nearest) return [`No trim has this ${asked}.`, []];
  const number = formatArticle(nearest.number);
  const use = { says: "Use that one", about: nearest.name, mend: { row, article: `No. ${number}` } };
  return [`No trim has this ${asked}. The nearest is No. ${number}.`, [use]];
}

type ReadRowName = Pick<ReadRow, "row" | "article">;

function describeRows(rows: readonly number[]): string {
  const shown = rows.slice(0, 3).join(", ");
  if (rows.length === 1) return `Row ${shown} names`;
  return `Rows ${shown}${rows.length > 3 ? " and others" : ""} name`;
}

/** "On the sheet already: 24,000 becomes 30,000" */
export function describeReplaced({ had, pieces }: { had: number; pieces: number }): string {
  if (had === pieces) return `On the sheet already with ${formatPieces(had)}`;
  return `On the sheet already: ${formatPieces(had)} becomes ${formatPieces(pieces)}`;
}

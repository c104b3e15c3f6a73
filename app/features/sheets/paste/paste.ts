import { readArticleNumber } from "#app/contract/article.ts";
import { foldDigits, shorten } from "#app/contract/text.ts";
import type { Mend } from "./paste.rules.ts";
import { type Cell, splitTable, type TableRow } from "./paste-cells.ts";
import { type Columns, findColumns, widthOf } from "./paste-columns.ts";
import { piecesIn, readPieces } from "./pieces.rules.ts";

type Span = { from: number; to: number };

/** A row of what was pasted or dropped: what it names, and how many pieces, or why it cannot be read. */
export type PastedRow = {
  /** As a spreadsheet counts them, from 1. */
  row: number;
  /** Article number or name, as written. */
  article: string;
  /** The pieces as written. */
  written: string;
  /** Where the row and its parts stand in the text; a part is missing if nobody can tell which one it is. */
  at: Span & { article?: Span | undefined; pieces?: Span | undefined; unit?: Span | undefined };
} & ReturnType<typeof readPieces>;

/** A table as it was pasted. */
export type Pasted = {
  rows: PastedRow[];
  /** Which columns were read, if there are more than two or a head names them. */
  columns: Columns | undefined;
  /** A name for each column; none where rows are read as pairs. */
  names: string[];
};

/** The columns that somebody has chosen, where nobody else can tell or the page was wrong. */
export type ChosenColumns = { article?: number | undefined; pieces?: number | undefined };

/** No article is longer. */
const LONGEST = 200;

/**
 * Reads article and pieces from a table: two columns, or those that a head or somebody names. Blank rows are left out. A row that
 * can be read in two ways gets a fault.
 */
export function readPaste(text: string, chosen: ChosenColumns = {}): Pasted {
  const { rows, delimiter } = splitTable(text);
  const { columns: found, head } = findColumns(rows, delimiter);
  const below = rows.slice(head + 1);
  if (!found) return { rows: below.map((row) => readRow(row)), columns: undefined, names: [] };
  const columns = { ...found, ...chosen };
  const top = rows[head]?.cells;
  const width = Math.max(...below.map(({ cells }) => widthOf(cells)), top ? widthOf(top) : 0);
  const names = Array.from({ length: width }, (_, at) => nameColumn(at, top, below));
  const units = new Set(below.map(({ cells }) => piecesIn(textAt(cells, columns.unit))));
  const mayBeBare = [...units].every((unit) => unit === 1 || unit === undefined);
  return { rows: below.map((row) => readColumns(row, { columns, delimiter, top, mayBeBare })), columns, names };
}

const textAt = (cells: readonly Cell[], at: number | undefined) => (at === undefined ? "" : (cells[at]?.text ?? ""));

function nameColumn(at: number, top: readonly Cell[] | undefined, below: readonly TableRow[]): string {
  const named = textAt(top ?? [], at);
  if (named) return named;
  const shown = below.map(({ cells }) => textAt(cells, at)).find(Boolean);
  return shown ? `Column ${at + 1}: ${shorten(shown, 24)}` : `Column ${at + 1}`;
}

type Table = { columns: Columns; delimiter: string; top: readonly Cell[] | undefined; mayBeBare: boolean };

function readColumns(row: TableRow, { columns, delimiter, top, mayBeBare }: Table): PastedRow {
  const { cells } = row;
  const { article, pieces, unit } = columns;
  if (top && widthOf(cells) > top.length) {
    // An unquoted comma may be one between thousands.
    const isPair = delimiter === "," && top.length === 2 && article === 0;
    if (isPair) return readCommas(row);
    return faulty(row, textAt(cells, article), "", "More cells than the header row");
  }
  const shown = textAt(cells, article);
  if (article === undefined)
    return faulty(
      row,
      cells
        .map(({ text }) => text)
        .filter(Boolean)
        .join(" | "),
      "",
      "Which column names the trim?",
    );
  const parts = {
    article: cells[article],
    pieces: pieces === undefined ? undefined : cells[pieces],
    unit: unit === undefined ? undefined : cells[unit],
  };
  if (pieces === undefined)
    return {
      ...faulty(row, shown, "", "Which column holds the pieces?"),
      at: { ...spanOf(row), article: parts.article },
    };
  const said = textAt(cells, unit);
  const read = readPair(row, shown, textAt(cells, pieces), said || columns.headUnit);
  const at = { ...spanOf(row), ...parts };
  if ("pieces" in read && !said && !mayBeBare) return { ...faulty(row, shown, read.written, "In which unit?"), at };
  return { ...read, at };
}

const spanOf = ({ from, to }: Span): Span => ({ from, to });

function faulty(row: TableRow, article: string, written: string, fault: string): PastedRow {
  return { row: row.row, article: shorten(article, LONGEST), written, fault, at: spanOf(row) };
}

/** A row of at most two columns, where no head says otherwise. */
function readRow(row: TableRow): PastedRow {
  const used = row.cells.slice(0, widthOf(row.cells));
  const [first, second] = used;
  if (used.length > 2) return readCommas(row);
  if (used.length === 1 && first) return readSpaced(row, first);
  return {
    ...readPair(row, first?.text ?? "", second?.text ?? ""),
    at: { ...spanOf(row), article: first, pieces: second },
  };
}

/** `003 20000`: an article number before a space, if the rest is pieces and the two are not one number in groups of three. */
function readSpaced(row: TableRow, cell: Cell): PastedRow {
  const { text } = cell;
  const isOneNumber = /^[1-9]\d{0,2}( \d{3})+$/.test(foldDigits(text));
  const splits = isOneNumber ? [] : [...text.matchAll(/ /g)].map(({ index }) => index);
  for (const at of splits) {
    const [article, written] = [text.slice(0, at), text.slice(at + 1)];
    if (readArticleNumber(article) === undefined) continue;
    const read = readPair(row, article, written);
    if ("pieces" in read || "choices" in read) return read;
  }
  return { ...readPair(row, text, ""), at: { ...spanOf(row), article: cell } };
}

/** A comma may also be part of a name, or separate thousands: a row is accepted if only one reading makes sense. */
function readCommas(row: TableRow): PastedRow {
  const cells = row.cells.slice(0, widthOf(row.cells));
  const readings = cells.slice(1).map((_, before) => readSplit(row, cells, before + 1));
  const [only, other] = readings.filter(
    (read) => "pieces" in read && read.article !== "" && !isOnlyNumbers(read.article),
  );
  if (only && !other) return only;
  const last = readings.at(-1) ?? readSplit(row, cells, cells.length);
  const { article, written } = last;
  const say = "Put a tab or a semicolon before";
  if (only && other)
    return faulty(row, article, written, `Is that ${only.written} or ${other.written}? ${say} the pieces.`);
  return "pieces" in last ? faulty(row, article, written, `Which of these are the pieces? ${say} them.`) : last;
}

/** Several numbers are no name. */
const isOnlyNumbers = (article: string) => /^[\d., ]*,[\d., ]*$/.test(article);

/** The row if the pieces begin with the cell at that place. */
function readSplit(row: TableRow, cells: readonly Cell[], begin: number): PastedRow {
  const [named, counted] = [cells.slice(0, begin), cells.slice(begin)];
  const article = named.map(({ text }) => text).join(", ");
  const written = counted.map(({ text }) => text).join(",");
  return {
    ...readPair(row, article, written),
    at: { ...spanOf(row), article: spanAll(named), pieces: spanAll(counted) },
  };
}

function spanAll(cells: readonly Cell[]): Span | undefined {
  const [first, last] = [cells[0], cells.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

function readPair(row: TableRow, article: string, written: string, unit = ""): PastedRow {
  const named = {
    row: row.row,
    article: shorten(article, LONGEST),
    written: unit && written && !/\p{L}/u.test(written) ? `${written} ${unit}` : written,
    at: spanOf(row),
  };
  if (article === "") return { ...named, fault: "Which trim? Write its number or name." };
  if (article.length > LONGEST) return { ...named, fault: "This is too long for a name" };
  return { ...named, ...readPieces(written, unit) };
}

/** The text with a change made in it, so that it can be read and changed further. */
export function mendPaste(text: string, rows: readonly PastedRow[], { row, pieces, article, drop = [] }: Mend): string {
  const edits: (Span & { by: string })[] = [];
  const mended = rows.find((one) => one.row === row);
  if (mended && article !== undefined && mended.at.article) edits.push({ ...mended.at.article, by: article });
  if (mended && pieces !== undefined && mended.at.pieces) {
    // Whatever unit was written: these are pieces.
    edits.push({ ...mended.at.pieces, by: mended.at.unit || "counted" in mended ? `${pieces} pcs` : String(pieces) });
    if (mended.at.unit) edits.push({ ...mended.at.unit, by: "pcs" });
  }
  // Between spaces: a tab is clearer.
  const whole = mended && !mended.at.pieces && !mended.at.article ? mended : undefined;
  if (whole && pieces !== undefined) edits.push({ ...spanOf(whole.at), by: `${whole.article}\t${pieces}` });
  for (const { at } of rows.filter((one) => drop.includes(one.row))) edits.push({ ...withLineEnd(text, at), by: "" });
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((whole, { from, to, by }) => whole.slice(0, from) + by + whole.slice(to), text);
}

/** A row and the end of its line, or for the last row the line end before it. */
function withLineEnd(text: string, { from, to }: Span): Span {
  if (to >= text.length) return { from: text.startsWith("\r\n", from - 2) ? from - 2 : Math.max(0, from - 1), to };
  return { from, to: to + (text.startsWith("\r\n", to) ? 2 : 1) };
}

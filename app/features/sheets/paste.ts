import Papa from "papaparse";
import { shorten } from "#app/contract/text.ts";
import { readPieces } from "./pieces.rules.ts";

/** A row of what was pasted or dropped: what it names, and how many pieces, or why it cannot be read. */
export type PastedRow = {
  /** As a spreadsheet counts them, from 1. */
  row: number;
  /** Article number or name, as written. */
  article: string;
  /** The pieces as written. */
  written: string;
} & ({ pieces: number } | { fault: string });

/** No article is longer. */
const LONGEST = 200;
/**
 * Headings of a column that names the trims, the surest first: next to another such column, one of items or numbers may
 * only count the lines.
 */
const HEADS_ARTICLE = [
  /^(article|art|sku|(item|trim|product) (no|number|code))\b/i,
  /^(trim|product|name)\b/i,
  /^item\b/i,
  /^(number|no)\b/i,
];
const HEAD_PIECES = /^(order )?(pieces|pcs|qty|quantity|count|amount|antal|menge|stück|quantité|cantidad)\b/i;

type Columns = { article: number; pieces: number };

/**
 * Reads two columns, article and pieces, between tabs, semicolons or commas, whichever the text has first in this
 * order. A head line may name the columns. Blank rows are left out. A row that can be read in two ways gets a fault.
 */
export function readPaste(text: string): PastedRow[] {
  const clean = text.replace(/^\uFEFF/, "").replace(/\r\n?|[\u2028\u2029]/g, "\n");
  const delimiter = ["\t", ";", ","].find((sign) => clean.includes(sign)) ?? "\t";
  const { data, errors } = Papa.parse<string[]>(clean, { delimiter, newline: "\n" });
  const torn = new Set(errors.map(({ row }) => row));
  const records = data.map((cells, at) => ({
    row: at + 1,
    cells: cells.map((cell) => cell.trim()),
    isTorn: torn.has(at),
  }));
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const columns = readHead(filled[0]?.cells ?? []);
  return (columns ? filled.slice(1) : filled).map(({ row, cells, isTorn }): PastedRow => {
    const isOpen = isTorn || cells.some((cell) => cell.includes("\n"));
    if (isOpen) return { row, article: toShown(cells[0]), written: "", fault: "A quotation mark is not closed here" };
    return { row, ...readCells(cells, columns, delimiter) };
  });
}

type Read = Omit<PastedRow, "row"> & ({ pieces: number } | { fault: string });

function readCells(cells: string[], columns: Columns | undefined, delimiter: string): Read {
  const last = cells.findLastIndex((cell) => cell !== "");
  const used = cells.slice(0, last + 1);
  if (columns) return readPair(used[columns.article] ?? "", used[columns.pieces] ?? "");
  if (used.length <= 2) return readPair(used[0] ?? "", used[1] ?? "");
  if (delimiter === ",") return readCommas(used);
  return { article: toShown(used[0]), written: used.slice(1).join(" | "), fault: "More than two columns" };
}

/** A comma may also be part of a name, or separate thousands: a row is accepted if only one reading makes sense. */
function readCommas(cells: string[]): Read {
  const readings = cells.slice(1).flatMap((_, at) => {
    const read = readPair(cells.slice(0, at + 1).join(", "), cells.slice(at + 1).join(","));
    return "pieces" in read && read.article !== "" ? [read] : [];
  });
  const [only, other] = readings;
  if (only && !other) return only;
  const article = cells.slice(0, -1).join(", ");
  const written = cells.at(-1) ?? "";
  if (!only || !other) return readPair(article, written);
  return {
    article: toShown(article),
    written,
    fault: `Is that ${only.written} or ${other.written}? Put a tab or a semicolon before the pieces.`,
  };
}

function readPair(article: string, written: string): Read {
  const named = { article: toShown(article), written };
  if (article === "") return { ...named, fault: "Which trim? Write its number or name." };
  if (article.length > LONGEST) return { ...named, fault: "This is too long for a name" };
  return { ...named, ...readPieces(written) };
}

const toShown = (article = "") => shorten(article, LONGEST);

/** Where a head line says the columns are; undefined without a head line. */
function readHead(cells: string[]): Columns | undefined {
  if (cells.some((cell) => /\d/.test(cell))) return undefined;
  const pieces = cells.findIndex((cell) => HEAD_PIECES.test(cell));
  const [article] = HEADS_ARTICLE.flatMap((head) => {
    const found = cells.findIndex((cell, at) => at !== pieces && head.test(cell));
    return found < 0 ? [] : found;
  });
  return pieces < 0 || article === undefined ? undefined : { article, pieces };
}

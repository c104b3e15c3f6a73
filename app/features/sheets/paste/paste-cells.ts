import { cleanLine, unmarkText } from "#app/contract/text.ts";

/** A part of a text. */
type Span = { from: number; to: number };
/** What is in a cell, and where it stands in the text. */
export type Cell = Span & { text: string };
/** One row of a table. */
export type TableRow = Span & { cells: Cell[]; row: number };

/** What may end a line. */
const END = "\\r\\n\\u2028\\u2029";
/** Excel honours such a first line, and does not show it. */
const SEPARATOR = new RegExp(`^\\uFEFF?"?sep=(.)"?[ \\t]*(?:\\r\\n|[${END}]|$)`, "i");

/**
 * The rows of a table as spreadsheets copy or save it, counted from 1, without those that are blank. Cells are parted by what a line
 * `sep=` says, else by tabs, semicolons or commas, whichever the text has first in this order. A quotation mark encloses
 * a cell only if another one ends it, and never more than the cells of one line or the lines of one cell: any other
 * quotation mark is a letter. So no row can disappear into another.
 */
export function splitTable(text: string): { rows: TableRow[]; delimiter: string } {
  const [line = text.startsWith("\uFEFF") ? "\uFEFF" : "", said] = SEPARATOR.exec(text) ?? [];
  const delimiter = said ?? ["\t", ";", ","].find((sign) => text.includes(sign)) ?? "\t";
  const readCell = cellReader(delimiter);
  const rows: TableRow[] = [];
  let row = said === undefined ? 1 : 2;
  let start = line.length;
  let cells: Cell[] = [];
  for (let at = start; ; ) {
    const cell = readCell(text, at);
    cells.push(cell);
    at = cell.to;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (cells.some((one) => one.text !== "")) rows.push({ row, from: start, to: at, cells });
    if (at >= text.length) return { rows, delimiter };
    at += text.startsWith("\r\n", at) ? 2 : 1;
    row += 1;
    start = at;
    cells = [];
  }
}

function cellReader(delimiter: string) {
  const sign = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const after = `" *(?=[${sign}${END}]|$)`;
  const lines = ` *"((?:[^"${sign}]|"")*)${after}`;
  const cells = ` *"((?:[^"${END}]|"")*)${after}`;
  // A cell of a spreadsheet has no tab.
  const quoted = new RegExp(delimiter === "\t" ? lines : `${cells}|${lines}`, "y");
  const plain = new RegExp(`[^${sign}${END}]*`, "y");
  return (text: string, from: number): Cell => {
    quoted.lastIndex = from;
    const [whole, first, second] = quoted.exec(text) ?? [];
    if (whole !== undefined) {
      const inside = (first ?? second ?? "").replaceAll('""', '"').replace(new RegExp(`[${END}]+`, "g"), " ");
      return { from, to: from + whole.length, text: clean(inside) };
    }
    plain.lastIndex = from;
    const [word = ""] = plain.exec(text) ?? [];
    return { from, to: from + word.length, text: clean(word) };
  };
}

/** A tab may be inside only where another sign parts the cells. */
const clean = (cell: string) => cleanLine(unmarkText(cleanLine(cell.replaceAll("\t", " "))));

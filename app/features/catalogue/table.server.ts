import { setImmediate as breathe } from "node:timers/promises";
import { decodeCsv, type Encoding, unguard } from "#app/contract/csv.ts";
import { cleanLine, isPlainText, unmarkText } from "#app/contract/text.ts";
import { correct } from "#app/features/trims/find/edit-distance.ts";
import { columnNames } from "./columns.server.ts";
import { type Fault, MAX_ROWS } from "./contract.ts";
import { type CsvRecord, readRecords } from "./records.server.ts";

/** A file's rows by column; `row` counts as a spreadsheet does, with the header as row 1. */
export type Table = {
  encoding: Encoding;
  /** In this file, one comma in a number is the decimal point. */
  commaIsPoint: boolean;
  /** Which of our columns it has. */
  heads: ReadonlySet<string>;
  rows: { row: number; cells: ReadonlyMap<string, string> }[];
  /** How many rows below the heads are not blank. */
  total: number;
  faults: Fault[];
};

/** How many characters are read at once before others get their turn. */
const PART_SIGNS = 256 * 1024;
const ROWS_AT_A_TIME = 500;
/** Far more than ours. */
const MOST_COLUMNS = 200;
/** Blank lines, a title, and Excel's `sep=;` may be above the heads. */
const MOST_ABOVE = 10;

/** How a file is read if its own signs are not enough. */
export type Reading = { encoding?: Encoding | undefined; commaIsPoint?: boolean };

/**
 * Reads the bytes of a CSV file (RFC 4180, and what spreadsheets make of it). Faults are reported by row and column.
 */
export async function readTable(bytes: Uint8Array, { encoding, commaIsPoint = false }: Reading = {}): Promise<Table> {
  const decoded = decodeCsv(bytes, encoding);
  const table: Table = { encoding: "UTF-8", commaIsPoint, heads: new Set(), rows: [], total: 0, faults: [] };
  const stop = (message: string, row = 1, column = "A", cell = ""): Table => {
    table.faults.push({ row, column, cell, message });
    return table;
  };
  if ("fault" in decoded) return stop(decoded.fault);
  table.encoding = decoded.encoding;
  const text = decoded.text.replace(/\r\n?/g, "\n");
  if (text.trim() === "") return stop("The file is empty.");
  if (!isPlainText(text)) return stop("This is not text. Save the file as CSV UTF-8.");
  const { delimiter, above } = findHeads(text);
  const records = await readAll(text, delimiter ?? ",");
  const headRow = above + 1;
  const header = records[above]?.cells ?? [];
  // A torn header row holds more of the file than its own cells.
  if (records[above]?.torn) {
    table.faults.push(describeTorn(records[above], headRow, []));
    return table;
  }
  if (!delimiter) {
    const first = text.slice(0, text.search(/\n|$/));
    return stop(
      `The first row names no column of ours. It begins: ${columnNames.slice(0, 5).join(", ")}.`,
      1,
      "A",
      first,
    );
  }
  if (header.filter((head) => head.trim() !== "").length > MOST_COLUMNS) {
    return stop(`At most ${MOST_COLUMNS} columns.`, headRow);
  }
  const heads = readHeads(header, headRow, table.faults);
  table.heads = new Set(heads.filter((name) => name !== undefined));
  if (!table.heads.has("number")) {
    return stop("Missing. An item is known by its number; leave its cell empty to add one.", headRow, "number");
  }
  if (records.length - headRow > MAX_ROWS) {
    return stop(`At most ${MAX_ROWS} rows. Split the file.`, MAX_ROWS + headRow + 1);
  }
  const isFilled = records.slice(headRow).some(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (!isFilled) return stop("There are no rows below the header row.", headRow + 1);
  for (const [at, record] of records.entries()) {
    if (at % ROWS_AT_A_TIME === 0) await breathe();
    if (at > above) readRow(table, heads, at + 1, record, { headRow, fileEnd: text.length });
  }
  return table;
}

/** `fileEnd`: where the file ends; a record that ends there has no end of its line. */
function readRow(
  table: Table,
  heads: (string | undefined)[],
  row: number,
  record: CsvRecord,
  { headRow, fileEnd }: { headRow: number; fileEnd: number },
): void {
  const { cells } = record;
  if (record.torn) {
    table.total++;
    table.faults.push(describeTorn(record, row, heads));
    return;
  }
  if (cells.every((cell) => cell.trim() === "")) return;
  table.total++;
  const last = heads.findLastIndex((name) => name !== undefined);
  if (record.end === fileEnd && cells.length <= last) {
    const cut = cells.length - 1;
    const message = "The file breaks off in this row. Save it again.";
    table.faults.push({ row, column: heads[cut] ?? letter(cut), cell: cells[cut] ?? "", message });
    return;
  }
  const found = new Map<string, string>();
  for (const [place, cell] of cells.entries()) {
    const name = heads[place];
    if (name !== undefined) {
      found.set(name, unmarkText(unguard(cell)));
    } else if (cell.trim() !== "") {
      const message =
        place > last
          ? "More cells than columns. Put text that contains a comma, semicolon or tab between quotation marks."
          : `This column has no name in row ${headRow}.`;
      table.faults.push({ row, column: letter(place), cell, message });
      // The other cells may be in the wrong columns: nothing more is said about them.
      return;
    }
  }
  // They leave out empty cells at the end of a row.
  for (const name of table.heads) if (!found.has(name)) found.set(name, "");
  table.rows.push({ row, cells: found });
}

/** The fault of a row that a quotation mark has torn. */
function describeTorn({ cells, torn }: CsvRecord, row: number, heads: (string | undefined)[]): Fault {
  const isOpen = torn === "open";
  const place = Math.max(0, isOpen ? cells.length - 1 : cells.findIndex((cell) => cell.includes('"')));
  const message = isOpen
    ? "A quotation mark is opened here and never closed."
    : "A quotation mark within quoted text. Write it twice.";
  return { row, column: heads[place] ?? letter(place), cell: cells[place] ?? "", message };
}

/**
 * Whichever of the three gives one of the first rows the most columns of ours, and how many rows are above that. Without
 * one, the first row that is not blank has the heads.
 */
function findHeads(text: string): { delimiter: (typeof delimiters)[number] | undefined; above: number } {
  const start = text.slice(0, PART_SIGNS);
  let best = { delimiter: undefined as (typeof delimiters)[number] | undefined, above: 0, found: 0 };
  for (const delimiter of delimiters) {
    for (const [above, { cells }] of readRecords(start, delimiter)
      .filter((record) => record !== undefined)
      .take(MOST_ABOVE + 1)
      .toArray()
      .entries()) {
      const found = cells.filter((head) => columnNames.includes(toName(head))).length;
      if (found > best.found) best = { delimiter, above, found };
      // Below other heads, a row of values may have the name of a column in it.
      if (found > 0) break;
    }
  }
  return best;
}

const delimiters = [",", ";", "\t"] as const;

/** The header and as many rows as a file may have, and one more. */
async function readAll(text: string, delimiter: (typeof delimiters)[number]): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for (const record of readRecords(text, delimiter)) {
    if (record) records.push(record);
    else await breathe();
    if (records.length > MAX_ROWS + 1) break;
  }
  return records;
}

/** The name of each column, undefined for those without one. */
function readHeads(record: string[], row: number, faults: Fault[]): (string | undefined)[] {
  const seen = new Set<string>();
  return record.map((head, at) => {
    const name = toName(head);
    if (name === "") return undefined;
    if (!columnNames.includes(name)) {
      const [near] = correct(name, columnNames);
      const message = `No such column. ${near ? `Did you mean “${near}”?` : "Remove it, or name it as the export does."}`;
      faults.push({ row, column: head.trim(), cell: head, message });
    } else if (seen.has(name)) {
      faults.push({ row, column: name, cell: head, message: `This column appears twice, again as ${letter(at)}.` });
    }
    seen.add(name);
    return name;
  });
}

function toName(head: string): string {
  return cleanLine(unguard(head)).toLowerCase().replace(/[ -]/g, "_");
}

/** A column as a spreadsheet names it: A, B, … Z, AA. */
function letter(at: number): string {
  const rest = Math.floor(at / 26);
  return `${rest > 0 ? letter(rest - 1) : ""}${String.fromCharCode(65 + (at % 26))}`;
}

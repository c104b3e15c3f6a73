import { setImmediate as breathe } from "node:timers/promises";
import { decodeCsv, type Encoding, unguard } from "#app/contract/csv.ts";
import { isPlainText } from "#app/contract/text.ts";
import { correct } from "#app/features/trims/find/edit-distance.ts";
import { columnNames } from "./columns.server.ts";
import { type Fault, MAX_ROWS } from "./contract.ts";
import { type CsvRecord, readRecords } from "./records.server.ts";

/** A file's rows by column; `row` counts as a spreadsheet does, with the header as row 1. */
export type Table = {
  encoding: Encoding;
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

/**
 * Reads the bytes of a CSV file (RFC 4180, and what spreadsheets make of it). Faults are reported by row and column.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const decoded = decodeCsv(bytes);
  const table: Table = { encoding: "UTF-8", heads: new Set(), rows: [], total: 0, faults: [] };
  const stop = (message: string, row = 1, column = "A", cell = ""): Table => {
    table.faults.push({ row, column, cell, message });
    return table;
  };
  if ("fault" in decoded) return stop(decoded.fault);
  table.encoding = decoded.encoding;
  const text = decoded.text.replace(/\r\n?/g, "\n");
  if (text.trim() === "") return stop("The file is empty.");
  if (!isPlainText(text)) return stop("This is not text. Save the file as CSV UTF-8.");
  const delimiter = findDelimiter(text);
  const records = await readAll(text, delimiter ?? ",");
  const header = records[0]?.cells ?? [];
  // A torn header row holds more of the file than its own cells.
  if (records[0]?.torn) {
    table.faults.push(describeTorn(records[0], 1, []));
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
    return stop(`At most ${MOST_COLUMNS} columns.`);
  }
  const heads = readHeads(header, table.faults);
  table.heads = new Set(heads.filter((name) => name !== undefined));
  if (!table.heads.has("number")) {
    return stop("Missing. An item is known by its number; leave its cell empty to add one.", 1, "number");
  }
  if (records.length - 1 > MAX_ROWS) return stop(`At most ${MAX_ROWS} rows. Split the file.`, MAX_ROWS + 2);
  const isFilled = records.slice(1).some(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (!isFilled) return stop("There are no rows below the header row.", 2);
  for (const [at, record] of records.entries()) {
    if (at % ROWS_AT_A_TIME === 0) await breathe();
    if (at > 0) readRow(table, heads, at + 1, record, text.length);
  }
  return table;
}

/** `fileEnd`: where the file ends; a record that ends there has no end of its line. */
function readRow(table: Table, heads: (string | undefined)[], row: number, record: CsvRecord, fileEnd: number): void {
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
      found.set(name, unguard(cell));
    } else if (cell.trim() !== "") {
      const message =
        place > last
          ? "More cells than columns. Put text that contains a comma, semicolon or tab between quotation marks."
          : "This column has no name in row 1.";
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

/** Whichever of the three gives the first row the most columns of ours. */
function findDelimiter(text: string): (typeof delimiters)[number] | undefined {
  const known = (delimiter: (typeof delimiters)[number]) => {
    const first = readRecords(text.slice(0, PART_SIGNS), delimiter).find((record) => record !== undefined);
    return (first?.cells ?? []).filter((head) => columnNames.includes(toName(head))).length;
  };
  const [best] = delimiters.map((sign) => ({ sign, found: known(sign) })).toSorted((a, b) => b.found - a.found);
  return best?.found ? best.sign : undefined;
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
function readHeads(record: string[], faults: Fault[]): (string | undefined)[] {
  const seen = new Set<string>();
  return record.map((head, at) => {
    const name = toName(head);
    if (name === "") return undefined;
    if (!columnNames.includes(name)) {
      const [near] = correct(name, columnNames);
      const message = `No such column. ${near ? `Did you mean “${near}”?` : "Remove it, or name it as the export does."}`;
      faults.push({ row: 1, column: head.trim(), cell: head, message });
    } else if (seen.has(name)) {
      faults.push({ row: 1, column: name, cell: head, message: `This column appears twice, again as ${letter(at)}.` });
    }
    seen.add(name);
    return name;
  });
}

function toName(head: string): string {
  return unguard(head).trim().toLowerCase().replace(/[ -]/g, "_");
}

/** A column as a spreadsheet names it: A, B, … Z, AA. */
function letter(at: number): string {
  const rest = Math.floor(at / 26);
  return `${rest > 0 ? letter(rest - 1) : ""}${String.fromCharCode(65 + (at % 26))}`;
}

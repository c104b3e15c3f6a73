import { Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import Papa from "papaparse";
import { decodeCsv, type Encoding, unguard } from "#app/contract/csv.ts";
import { isPlainText } from "#app/contract/text.ts";
import { correct } from "#app/features/trims/find/edit-distance.ts";
import { columnNames } from "./columns.server.ts";
import { type Fault, MAX_ROWS } from "./contract.ts";

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

type Records = { records: string[][]; torn: Map<number, string>; endsInLine: boolean };

/** How many characters are read at once before others get their turn. */
const PART_SIGNS = 256 * 1024;
const ROWS_AT_A_TIME = 500;

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
  const read = await parse(text, delimiter ?? ",");
  // A torn header row holds more of the file than its own cells.
  const torn = read.torn.get(0);
  if (torn !== undefined) {
    table.faults.push(describeTorn(torn, 1, read.records[0] ?? [], []));
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
  const heads = readHeads(read.records[0] ?? [], table.faults);
  table.heads = new Set(heads.filter((name) => name !== undefined));
  if (!table.heads.has("number")) {
    return stop("Missing. An item is known by its number; leave its cell empty to add one.", 1, "number");
  }
  const filled = read.records.slice(1).findIndex((cells) => cells.some((cell) => cell.trim() !== ""));
  if (filled < 0) return stop("There are no rows below the header row.", 2);
  if (read.records.length - 1 > MAX_ROWS) return stop(`At most ${MAX_ROWS} rows. Split the file.`, MAX_ROWS + 2);
  for (const [at, cells] of read.records.entries()) {
    if (at % ROWS_AT_A_TIME === 0) await breathe();
    if (at > 0) readRow(table, heads, at, cells, read);
  }
  return table;
}

function readRow(table: Table, heads: (string | undefined)[], at: number, cells: string[], read: Records): void {
  const row = at + 1;
  const torn = read.torn.get(at);
  if (torn !== undefined) {
    table.total++;
    table.faults.push(describeTorn(torn, row, cells, heads));
    return;
  }
  if (cells.every((cell) => cell.trim() === "")) return;
  table.total++;
  const last = heads.findLastIndex((name) => name !== undefined);
  if (at === read.records.length - 1 && !read.endsInLine && cells.length <= last) {
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
function describeTorn(torn: string, row: number, cells: string[], heads: (string | undefined)[]): Fault {
  const isOpen = torn === "MissingQuotes";
  const place = Math.max(0, isOpen ? cells.length - 1 : cells.findIndex((cell) => cell.includes('"')));
  const message = isOpen
    ? "A quotation mark is opened here and never closed."
    : "A quotation mark within quoted text. Write it twice.";
  return { row, column: heads[place] ?? letter(place), cell: cells[place] ?? "", message };
}

/** Whichever of the three gives the first row the most columns of ours. */
function findDelimiter(text: string): string | undefined {
  const known = (delimiter: string) => {
    const { data } = Papa.parse<string[]>(text.slice(0, PART_SIGNS), { delimiter, newline: "\n", preview: 1 });
    return (data[0] ?? []).filter((head) => columnNames.includes(toName(head))).length;
  };
  const [best] = [",", ";", "\t"].map((sign) => ({ sign, found: known(sign) })).toSorted((a, b) => b.found - a.found);
  return best?.found ? best.sign : undefined;
}

/** All records, with those that a quotation mark has torn, read in parts so that others get their turn. */
function parse(text: string, delimiter: string): Promise<Records> {
  const records: string[][] = [];
  const torn = new Map<number, string>();
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(Readable.from(inParts(text)), {
      ...{ delimiter, newline: "\n" },
      chunk({ data, errors }) {
        for (const { row, code } of errors) if (row !== undefined) torn.set(records.length + row, code);
        for (const record of data) records.push(record);
      },
      complete() {
        if (records.at(-1)?.join("") === "") records.pop();
        resolve({ records, torn, endsInLine: text.endsWith("\n") });
      },
      error: reject,
    });
  });
}

async function* inParts(text: string) {
  for (let at = 0; at < text.length; at += PART_SIGNS) {
    await breathe();
    yield text.slice(at, at + PART_SIGNS);
  }
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

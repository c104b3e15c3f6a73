import { createHash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { shorten } from "#app/contract/text.ts";
import type { TrimChange, TrimInput } from "#app/features/trims/changes.contract.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Numbers } from "./cells.ts";
import { type CatalogueTrim, columns } from "./columns.server.ts";
import type { Fault } from "./contract.ts";
import { findByNumber, findNamesTaken } from "./queries.server.ts";
import type { Table } from "./table.server.ts";
import { type CellFault, type Values, validateRow, withSwatch } from "./validate-row.server.ts";

type Added = { row: number; input: TrimInput };
type Changed = {
  row: number;
  trim: CatalogueTrim;
  changes: { column: string; before: string; after: string }[];
  /** The fields that the file sets. */
  fields: Omit<TrimChange, "restock" | "why">;
  restock: number;
};

/** What a file would do to the catalogue. */
export type Difference = {
  added: Added[];
  changed: Changed[];
  unchanged: number;
  faults: Fault[];
  /** A cell whose comma would be the decimal point, and the number it would be. */
  comma: { cell: string; number: string } | undefined;
  /** Items of the file whose quantity in it is not today's stock. */
  otherQuantities: number;
};

type Row = Table["rows"][number];
type Named = { row: number; name: string; number: number | undefined };

const ROWS_AT_A_TIME = 250;
/** Longer cells are cut off in a report of faults. */
const CELL_SHOWN = 80;

/** Compares the rows of a file with the catalogue of this moment. @param tell hears how many rows are done */
export async function compare(db: Db | Tx, table: Table, tell: (done: number) => void): Promise<Difference> {
  const faults = table.faults.map((fault) => ({
    ...fault,
    column: shorten(fault.column, CELL_SHOWN),
    cell: fault.cell && shorten(fault.cell, CELL_SHOWN),
  }));
  const difference: Difference = { added: [], changed: [], unchanged: 0, faults, comma: undefined, otherQuantities: 0 };
  const numbers = new Map<number, number>();
  const named: Named[] = [];
  for (let at = 0; at < table.rows.length; at += ROWS_AT_A_TIME) {
    const part = table.rows.slice(at, at + ROWS_AT_A_TIME).map((row) => readRow(row, table, difference));
    const trims = await findByNumber(
      db,
      part.flatMap(({ number }) => number ?? []),
    );
    for (const read of part) addRow(difference, { read, trims, numbers, named, heads: table.heads });
    tell(Math.min(at + ROWS_AT_A_TIME, table.rows.length));
    await breathe();
  }
  await judgeNames(db, named, difference, table);
  const faulty = new Set(faults.map(({ row }) => row));
  difference.added = difference.added.filter(({ row }) => !faulty.has(row));
  difference.changed = difference.changed.filter(({ row }) => !faulty.has(row));
  faults.sort((a, b) => a.row - b.row);
  return difference;
}

/** The same for the same file and the same catalogue: any change to either gives another. */
export function fingerprint(
  sha256: string,
  { added, changed }: Difference,
  movements: ReadonlyMap<string, number>,
): string {
  const rows = changed.map(({ trim, changes, restock }) => [
    trim._id,
    changes.filter(({ column }) => column !== "restock"),
    // Orders change the stock all the time and do not count. Stock booked by hand since then does.
    restock && [restock, movements.get(trim._id)],
  ]);
  const whole = JSON.stringify([sha256, added.map(({ input }) => input), rows]);
  return createHash("sha256").update(whole).digest("base64url");
}

type ReadRow = {
  row: number;
  values: Map<string, string>;
  number: number | undefined;
  isFaulty: boolean;
  cells: Row["cells"];
};

/** The cells of a row in the form in which the shop writes them. */
function readRow({ row, cells }: Row, numbers: Numbers, difference: Difference): ReadRow {
  const { faults } = difference;
  const values = new Map<string, string>();
  const before = faults.length;
  for (const { name, read } of columns) {
    const cell = cells.get(name);
    if (cell === undefined) continue;
    const result = read(cell, numbers);
    if ("fault" in result) {
      faults.push({ row, column: name, cell: shorten(cell, CELL_SHOWN), message: result.fault });
      if (result.asPoint) difference.comma ??= { cell: shorten(cell, CELL_SHOWN), number: result.asPoint };
    } else values.set(name, result.text);
  }
  const number = values.get("number");
  return { row, cells, values, number: number ? Number(number) : undefined, isFaulty: faults.length > before };
}

type Place = {
  read: ReadRow;
  trims: ReadonlyMap<number, CatalogueTrim>;
  /** Which row first had each number. */
  numbers: Map<number, number>;
  named: Named[];
  heads: ReadonlySet<string>;
};

function addRow(difference: Difference, place: Place): void {
  const { read, trims, named, heads } = place;
  const { row, cells, number, values } = read;
  const refuse = ({ column, message }: CellFault) => {
    const cell = heads.has(column) ? shorten(cells.get(column) ?? "", CELL_SHOWN) : null;
    difference.faults.push({ row, column, cell, message });
  };
  const trim = number === undefined ? undefined : trims.get(number);
  const wrong = faultOfNumber(place, trim);
  if (wrong) refuse(wrong);
  if (number !== undefined && !trim) return;
  const before: Values | undefined = trim && new Map(columns.map(({ name, write }) => [name, write(trim)]));
  const after = new Map(before ?? []);
  // Stock changes while somebody works on the file: it is booked under restock, and never overwritten.
  for (const [column, text] of values) if (!trim || column !== "quantity") after.set(column, text);
  withSwatch(after, before);
  // As a form does; an item that has neither is not changed by a file that says nothing.
  if (!after.get("alt") && before?.get("alt")) after.set("alt", after.get("name") ?? "");
  const changes = before ? listChanges(before, after) : [];
  if (trim && (values.get("quantity") ?? String(trim.quantity)) !== String(trim.quantity)) difference.otherQuantities++;
  if (!trim || changes.some(({ column }) => column === "name"))
    named.push({ row, name: after.get("name") ?? "", number });
  if (read.isFaulty || wrong) return;
  const restock = Number(after.get("restock") || 0);
  const moved = changes.filter(({ column }) => column !== "restock" || restock !== 0);
  if (trim && moved.length === 0) {
    difference.unchanged++;
    return;
  }
  const judged = validateRow(after);
  if ("faults" in judged) {
    for (const fault of judged.faults) refuse(fault);
    return;
  }
  const { input } = judged;
  if (!trim) {
    difference.added.push({ row, input: { ...input, alt: input.alt || input.name } });
    return;
  }
  const short = faultOfRestock(trim.quantity, restock);
  if (short) refuse(short);
  else difference.changed.push({ row, trim, changes: moved, fields: pick(input, moved), restock });
}

function listChanges(before: Values, after: Values): Changed["changes"] {
  return [...after].flatMap(([column, text]) => {
    const was = before.get(column) ?? "";
    return was === text ? [] : [{ column, before: was, after: text }];
  });
}

function faultOfNumber({ read, numbers }: Place, trim: CatalogueTrim | undefined): CellFault | undefined {
  const { row, number, values } = read;
  if (number === undefined) {
    const message = "A new item has no stock to move. Write its stock under quantity.";
    return values.get("restock") ? { column: "restock", message } : undefined;
  }
  const first = numbers.get(number);
  numbers.set(number, first ?? row);
  if (first !== undefined) return { column: "number", message: `Item ${number} is already in row ${first}.` };
  const message = `There is no item ${number}. Leave the number empty to add one.`;
  return trim ? undefined : { column: "number", message };
}

function faultOfRestock(quantity: number, restock: number): CellFault | undefined {
  const left = quantity + restock;
  if (left < 0) return { column: "restock", message: `Only ${quantity} are left.` };
  return left > MAX_PIECES ? { column: "restock", message: "That is more than the shop can count." } : undefined;
}

/** The fields of a trim that these columns are about. */
function pick(input: TrimInput, changes: Changed["changes"]): Changed["fields"] {
  const changed = new Set(changes.map(({ column }) => columns.find(({ name }) => name === column)?.path.split(".")[0]));
  const { quantity: _, ...fields } = input;
  return Object.fromEntries(Object.entries(fields).filter(([field]) => changed.has(field)));
}

/** No two items have one name, whatever its case. */
async function judgeNames(db: Db | Tx, named: readonly Named[], difference: Difference, table: Table): Promise<void> {
  const cellOf = new Map(table.rows.map(({ row, cells }) => [row, cells.get("name") ?? ""]));
  const refuse = (row: number, message: string) =>
    difference.faults.push({ row, column: "name", cell: shorten(cellOf.get(row) ?? "", CELL_SHOWN), message });
  const first = new Map<string, number>();
  const taken = new Map<string, number>();
  for (let at = 0; at < named.length; at += ROWS_AT_A_TIME) {
    const names = named.slice(at, at + ROWS_AT_A_TIME).map(({ name }) => name);
    for (const { name, number } of await findNamesTaken(db, names)) taken.set(name, number);
    await breathe();
  }
  for (const { row, name, number } of named) {
    if (name === "") continue;
    const key = name.toLowerCase();
    const before = first.get(key);
    const holder = taken.get(name);
    if (before !== undefined) refuse(row, `Row ${before} has the same name.`);
    else if (holder !== undefined && holder !== number) refuse(row, `Item ${holder} has this name.`);
    first.set(key, before ?? row);
  }
}

import { z } from "zod";
import { encodingNames } from "#app/contract/csv.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { separator } from "#app/contract/page.ts";
import { bodyTooLarge } from "#app/contract/problem.ts";
import { cleanLine, isPlainText } from "#app/contract/text.ts";
import { catalogueChanged, notACsvFile } from "./problems.ts";

/** More rows than this are refused by row. */
export const MAX_ROWS = 20_000;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** A report counts everything and lists this many of each kind. */
export const MAX_LISTED = 1000;

export const downloadCatalogue = endpoint({
  method: "GET",
  path: "/trims.csv",
  access: "admin",
  may: "manage-products",
  summary:
    "Exports the whole catalogue as a table for a spreadsheet, which the import takes back, and records that it was exported",
  query: z.strictObject({ separator }),
  output: z.string(),
  gives: "text/csv",
});

const fault = z.object({
  /** As a spreadsheet counts them: row 1 is the header. */
  row: z.int(),
  /** By its name, or by its letter where it has none. */
  column: z.string(),
  /** What the file says there, shortened; null if it does not have this column. */
  cell: z.string().nullable(),
  message: z.string(),
});

export type Fault = z.output<typeof fault>;

const itemChange = z.object({
  row: z.int(),
  number: z.int(),
  name: z.string(),
  img: z.string(),
  /** By column, as the file writes both. */
  changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
});

export type ItemChange = z.output<typeof itemChange>;

const addedItem = z.object({
  row: z.int(),
  name: z.string(),
  line: z.string(),
  price: z.string(),
  moq: z.int(),
  quantity: z.int(),
});

const report = z.object({
  /** Applies just this difference; null while there is an error, or nothing to apply. */
  token: z.string().nullable(),
  rows: z.int(),
  encoding: z.enum(encodingNames),
  /** A cell whose number has a comma, and what it is if that is the decimal point; null if there is none. */
  comma: z.object({ cell: z.string(), number: z.string() }).nullable(),
  /** Whether commas were read as decimal points. */
  commaIsPoint: z.boolean(),
  sha256: z.string(),
  counts: z.object({ added: z.int(), changed: z.int(), unchanged: z.int(), errors: z.int(), faultyRows: z.int() }),
  /** The first of each kind, by row. */
  added: z.array(addedItem),
  changed: z.array(itemChange),
  errors: z.array(fault),
  /** Rows whose quantity is not today's stock: the quantity is ignored. */
  otherQuantities: z.int(),
  /** Prices that move by more than half. */
  farPrices: z.int(),
  /** When the same file was applied before, most recently. */
  appliedAt: z.iso.datetime().nullable(),
});

export type Report = z.output<typeof report>;

const applied = z.object({ importId: id, added: z.int(), changed: z.int(), unchanged: z.int() });

export type Applied = z.output<typeof applied>;

/** A line of the answer. The last one is a report, what was applied, or a problem; then nothing is changed. */
const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), done: z.int(), of: z.int() }),
  z.object({ kind: z.literal("report"), report }),
  z.object({ kind: z.literal("applied"), applied }),
  z.object({ kind: z.literal("problem"), code: z.string(), detail: z.string() }),
]);

export type ImportLine = z.output<typeof line>;

const MAX_NAME = 200;

/** What the shop can keep of the name of a file. */
export const fileName = oneLine(MAX_NAME).min(1).refine(isPlainText);

/** Systems allow longer names than that. */
function cutName(name: string): string {
  return cleanLine(name).slice(0, MAX_NAME).toWellFormed();
}

export const importCatalogue = endpoint({
  method: "POST",
  path: "/trims.csv",
  access: "admin",
  may: "manage-products",
  summary:
    "Compares a file with the catalogue (`dryRun=1`), or applies the difference that a dry run answered with this `token`, completely or not at all",
  changesPages: true,
  /** One of `dryRun` and `token`. */
  query: z.strictObject({
    dryRun: z.literal("1").optional(),
    token: z.string().min(1).max(100).optional(),
    /** How to read a file that is not in Unicode. */
    encoding: z.enum(encodingNames).optional(),
    /** The decimal point of the file's numbers, if it is a comma. */
    decimal: z.literal("comma").optional(),
    /** The file's name, for the record. */
    name: z.string().overwrite(cutName).pipe(fileName).optional(),
  }),
  takes: { types: ["text/csv", "multipart/form-data"], maxBytes: MAX_FILE_BYTES, otherwise: notACsvFile },
  output: line,
  gives: "application/x-ndjson",
  refuses: [notACsvFile, bodyTooLarge, catalogueChanged],
});

export const listImports = endpoint({
  method: "GET",
  path: "/catalogueImports",
  access: "admin",
  may: "manage-products",
  summary: "Lists the latest files that were applied to the catalogue, newest first",
  output: z.array(
    z.object({
      _id: id,
      at: z.iso.datetime(),
      email: z.string(),
      name: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      added: z.int(),
      changed: z.int(),
    }),
  ),
});

export type PastImport = z.output<typeof listImports.output>[number];

export const downloadImport = endpoint({
  method: "GET",
  path: "/catalogueImports/{id}/file",
  access: "admin",
  may: "manage-products",
  summary: "The file of an import, byte for byte as it was sent",
  params: z.strictObject({ id }),
  output: z.string(),
  gives: "application/octet-stream",
});

import { lineKeys, lines } from "#app/content/lines.ts";
import { writePrice } from "#app/contract/money.ts";
import { MAX_BREAKS } from "#app/contract/price.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { type FactPath, factInputs, factPaths } from "#app/features/trims/fact-words.ts";
import {
  type Numbers,
  type Read,
  readChoice,
  readCount,
  readItem,
  readLine,
  readMeasure,
  readPrice,
  readText,
} from "./cells.ts";

/** An item of the catalogue with everything that the file says about it. */
export type CatalogueTrim = Trim & { lowStockAt: number | null };

export type Column = {
  name: string;
  /** The field of a trim it is about, as problems name it: `colour.hex`, `priceBreaks.0.from`. */
  path: string;
  /** A trim's value, in the one way the file writes it. */
  write: (trim: CatalogueTrim) => string;
  /**
   * A cell in that same way, or what is wrong with it. What a value may be is judged later, by the trim's own schema.
   */
  read: (cell: string, numbers: Numbers) => Read;
  /** Whether spreadsheets must not take its text for a number or a day. */
  isLabel?: boolean;
};

const lineNames = lineKeys.map((key) => lines[key].name);

/** The breaks are counted from 2: the minimum order and its price come first. */
const breakColumns = Array.from({ length: MAX_BREAKS }, (_, at): Column[] => [
  {
    name: `from_${at + 2}`,
    path: `priceBreaks.${at}.from`,
    write: ({ priceBreaks }) => toText(priceBreaks[at]?.from),
    read: (cell, numbers) => readCount(cell, numbers),
  },
  {
    name: `price_${at + 2}`,
    path: `priceBreaks.${at}.price`,
    write: ({ priceBreaks }) => toPrice(priceBreaks[at]?.price),
    read: readPrice,
  },
]).flat();

/**
 * The columns of the catalogue's file, in their order. The last is never empty: spreadsheets leave out empty cells at
 * the end of a row.
 */
export const columns: readonly Column[] = [
  { name: "number", path: "number", write: ({ number }) => String(number), read: readItem },
  { name: "name", path: "name", write: ({ name }) => name, read: readLine, isLabel: true },
  {
    name: "line",
    path: "line",
    write: ({ line }) => (line ? lines[line].name : ""),
    read: (cell) => readChoice(cell, lineNames, "line"),
  },
  { name: "price", path: "price", write: ({ price }) => toPrice(price), read: readPrice },
  { name: "moq", path: "moq", write: ({ moq }) => String(moq), read: (cell, numbers) => readCount(cell, numbers) },
  ...breakColumns,
  { name: "quantity", path: "quantity", write: ({ quantity }) => String(quantity), read: readStock },
  // Pieces that came or went since. Stock changes while somebody works on a file, so it is never overwritten.
  {
    name: "restock",
    path: "restock",
    write: () => "",
    read: (cell, numbers) => readCount(cell, numbers, { isSigned: true }),
  },
  { name: "low_mark", path: "lowStockAt", write: ({ lowStockAt }) => toText(lowStockAt), read: readStock },
  ...factPaths.map(toFactColumn),
  { name: "description", path: "description", write: ({ description }) => toLines(description), read: readText },
  { name: "alt", path: "alt", write: ({ alt }) => toLines(alt), read: readText },
  { name: "image", path: "img", write: ({ img }) => img, read: readLine },
];

export const columnNames = columns.map(({ name }) => name);

function toText(value: string | number | null | undefined): string {
  return value == null ? "" : String(value);
}

/** Pieces in stock may be none. */
function readStock(cell: string, numbers: Numbers): Read {
  return readCount(cell, numbers, { least: "0 or more" });
}

function toPrice(price: string | undefined): string {
  return price === undefined ? "" : writePrice(price);
}

/** As spreadsheets write a line break within a cell. */
function toLines(text: string | null | undefined): string {
  return toText(text).replace(/\r\n?/g, "\n");
}

/** A fact as its file has it: the value, the options of a list in their order, text as spreadsheets break its lines. */
function toFactColumn(path: FactPath): Column {
  const { column: name, choices, number } = factInputs[path];
  const find = (trim: CatalogueTrim) => path.split(".").reduce<unknown>((value, key) => pick(value, key), trim);
  const write = (trim: CatalogueTrim) => writeFact(find(trim), choices);
  const read = (cell: string, numbers: Numbers): Read => {
    if (path === "certificates") return readChoices(cell, choices ?? [], "certificate");
    if (choices) return readChoice(cell, choices, name);
    if (number === "measure") return readMeasure(cell, numbers);
    if (number === "count") return readCount(cell, numbers);
    if (path === "colour.hex") return readLine(cell.toLowerCase());
    return readLine(path === "countryOfMake" ? cell.toUpperCase() : cell);
  };
  return { name, path, write, read, isLabel: path === "colour.shade" || path === "size.text" };
}

function pick(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Several in a fixed order, so that another order does not count as a change. */
function writeFact(value: unknown, choices: readonly string[] = []): string {
  if (Array.isArray(value)) return choices.filter((one) => value.includes(one)).join("; ");
  return value == null ? "" : toLines(String(value));
}

function readChoices(cell: string, choices: readonly string[], what: string): Read {
  const held: string[] = [];
  for (const named of cell.split(/[;,|\n]/)) {
    const read = readChoice(named, choices, what);
    if ("fault" in read) return read;
    held.push(read.text);
  }
  return { text: writeFact(held, choices) };
}

import { lineKeys, lines } from "#app/content/lines.ts";
import { writePrice } from "#app/contract/money.ts";
import { MAX_BREAKS } from "#app/contract/price.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { certificates, colours, finishes, kinds, materials } from "#app/features/trims/facts.ts";
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
  { name: "kind", path: "kind", write: ({ kind }) => toText(kind), read: (cell) => readChoice(cell, kinds, "kind") },
  {
    name: "material",
    path: "material",
    write: ({ material }) => toText(material),
    read: (cell) => readChoice(cell, materials, "material"),
  },
  {
    name: "finish",
    path: "finish",
    write: ({ finish }) => toText(finish),
    read: (cell) => readChoice(cell, finishes, "finish"),
  },
  {
    name: "colour",
    path: "colour.name",
    write: ({ colour }) => toText(colour?.name),
    read: (cell) => readChoice(cell, colours, "colour"),
  },
  { name: "shade", path: "colour.shade", write: ({ colour }) => toLines(colour?.shade), read: readLine, isLabel: true },
  {
    name: "swatch",
    path: "colour.hex",
    write: ({ colour }) => toText(colour?.hex),
    read: (cell) => readLine(cell.toLowerCase()),
  },
  { name: "size", path: "size.text", write: ({ size }) => toLines(size?.text), read: readLine, isLabel: true },
  { name: "size_mm", path: "size.mm", write: ({ size }) => toText(size?.mm), read: readMeasure },
  { name: "height_mm", path: "size.mmHeight", write: ({ size }) => toText(size?.mmHeight), read: readMeasure },
  { name: "weight_g", path: "weightGrams", write: ({ weightGrams }) => toText(weightGrams), read: readMeasure },
  {
    name: "packing_unit",
    path: "packingUnit",
    write: ({ packingUnit }) => toText(packingUnit),
    read: (cell, numbers) => readCount(cell, numbers),
  },
  {
    name: "lead_days",
    path: "leadTimeDays",
    write: ({ leadTimeDays }) => toText(leadTimeDays),
    read: (cell, numbers) => readCount(cell, numbers),
  },
  {
    name: "country",
    path: "countryOfMake",
    write: ({ countryOfMake }) => toText(countryOfMake),
    read: (cell) => readLine(cell.toUpperCase()),
  },
  { name: "care", path: "care", write: ({ care }) => toText(care), read: readLine },
  {
    name: "certificates",
    path: "certificates",
    write: ({ certificates: held }) => writeCertificates(held ?? []),
    read: readCertificates,
  },
  { name: "family", path: "family", write: ({ family }) => toText(family), read: readLine },
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

/** In a fixed order, so that another order does not count as a change. */
function writeCertificates(held: readonly string[]): string {
  return certificates.filter((one) => held.includes(one)).join("; ");
}

function readCertificates(cell: string): Read {
  const held: string[] = [];
  for (const named of cell.split(/[;,|\n]/)) {
    const read = readChoice(named, certificates, "certificate");
    if ("fault" in read) return read;
    held.push(read.text);
  }
  return { text: writeCertificates(held) };
}

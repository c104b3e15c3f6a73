import { addTotals, formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { withNonBreakingUnits } from "#app/contract/units.ts";
import { describeUnits } from "#app/features/orders/picking/picking.rules.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { DocumentLine, Kind } from "./facts.ts";
import type { TextStyleName } from "./text-styles.server.ts";

/** Text of a cell, one below the other. */
type Cell = readonly { words: string; look: TextStyleName }[];

export type Column = {
  head: string;
  /** In points; the item takes what the others leave. */
  width: number | "rest";
  align: "left" | "right" | "center";
  tell: (line: DocumentLine, position: number) => Cell;
  /** What is printed there on a later page, for the lines before it. */
  carry?: (before: Sums) => string;
  /** What else is drawn: a box to tick, or the order's number as a bar code. */
  draws?: "box" | "code";
};

const one = (words: string, look: TextStyleName = "text"): Cell => [{ words, look }];

const pieces: Column = {
  head: "Pieces",
  width: 56,
  align: "right",
  tell: (line) => one(formatPieces(line.pieces)),
  carry: (before) => formatPieces(before.pieces),
};
const unitPrice: Column = {
  head: "Per piece",
  width: 54,
  align: "right",
  tell: (line) => one(formatUnitPrice(line.unitPrice)),
};
const amount: Column = {
  head: "Amount, USD",
  width: 78,
  align: "right",
  tell: ({ total }) => one(formatTotal(total)),
  carry: ({ total }) => formatTotal(total),
};
const order: Column = { head: "Order", width: 40, align: "left", tell: (line) => one(String(line.order), "soft") };
const item = (tell: Column["tell"]): Column => ({ head: "Item", width: "rest", align: "left", tell });

const bill: readonly Column[] = [
  order,
  item((line) => [
    { words: withNonBreakingUnits(line.item), look: "strong" },
    ...(line.article === null ? [] : one(`Art. ${formatArticle(line.article)}`, "small")),
  ]),
  pieces,
  unitPrice,
  amount,
];

/** The columns of each kind, from left to right. */
export const columns: Record<Kind, readonly Column[]> = {
  confirmation: [
    { head: "No.", width: 24, align: "left", tell: (_, position) => one(String(position), "soft") },
    {
      head: "Article",
      width: 40,
      align: "left",
      tell: ({ article }) => one(article === null ? "" : formatArticle(article), "soft"),
    },
    item((line) => one(withNonBreakingUnits(line.item), "strong")),
    order,
    pieces,
    unitPrice,
    amount,
  ],
  proforma: bill,
  invoice: bill,
  "credit-note": bill.filter((column) => column !== unitPrice),
  packing: [
    { head: "Packed", width: 40, align: "left", tell: () => [], draws: "box" },
    { head: "Order", width: 66, align: "left", tell: (line) => one(String(line.order), "code"), draws: "code" },
    item((line) => [
      { words: withNonBreakingUnits(line.item), look: "strong" },
      ...one(
        [line.article === null ? [] : `Art. ${formatArticle(line.article)}`, line.line ?? []].flat().join(", "),
        "small",
      ),
    ]),
    { ...pieces, tell: (line) => one(formatPieces(line.pieces), "strong") },
    { head: "Units", width: 86, align: "right", tell: (line) => one(describeUnits(line.pieces, line.packingUnit)) },
    { head: "Carton", width: 44, align: "center", tell: () => [] },
  ],
};

/** The sums of some lines: pieces, and their amounts rounded one by one. */
export type Sums = { pieces: number; total: string };

/** Adds up the lines of a document. */
export function sumUp(lines: readonly DocumentLine[]): Sums {
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  return { pieces, total: addTotals(lines.map(({ total }) => total)) };
}

import type { BuyerSort } from "./contract.ts";

/** The default. */
export const defaultSort: BuyerSort = "-value";

/** The name of each sorting. */
export const sortWords = {
  "-value": "Value, largest first",
  value: "Value, smallest first",
  "-unpaid": "Unpaid, largest first",
  unpaid: "Unpaid, smallest first",
  "-last": "Last order, newest first",
  last: "Last order, oldest first",
  name: "Name, A to Z",
  "-name": "Name, Z to A",
  "-orders": "Orders, most first",
  orders: "Orders, fewest first",
  "-pieces": "Pieces, most first",
  pieces: "Pieces, fewest first",
} as const satisfies Record<BuyerSort, string>;

/** A sorting the list accepts. */
export const buyerSorts = Object.keys(sortWords).filter(isBuyerSort);

/** The two sortings by each column, and which one its header picks first. */
export const columnSorts = {
  name: { asc: "name", desc: "-name", first: "asc" },
  orders: { asc: "orders", desc: "-orders", first: "desc" },
  pieces: { asc: "pieces", desc: "-pieces", first: "desc" },
  value: { asc: "value", desc: "-value", first: "desc" },
  unpaid: { asc: "unpaid", desc: "-unpaid", first: "desc" },
  last: { asc: "last", desc: "-last", first: "desc" },
} as const satisfies Record<string, { asc: BuyerSort; desc: BuyerSort; first: "asc" | "desc" }>;

/** The sorting in the address; undefined for the default or an unknown one. */
export function saidSort(sort: string | undefined): BuyerSort | undefined {
  return sort !== undefined && sort !== defaultSort && isBuyerSort(sort) ? sort : undefined;
}

function isBuyerSort(text: string): text is BuyerSort {
  return Object.hasOwn(sortWords, text);
}

import type { OrderSort } from "./contract.ts";

/** What goes without saying. */
export const defaultSort: OrderSort = "newest";

/** Every order of the list, in words. */
export const sortWords = {
  newest: "Newest first",
  oldest: "Oldest first",
  email: "Email, A to Z",
  "-email": "Email, Z to A",
  item: "Item, A to Z",
  "-item": "Item, Z to A",
  "-quantity": "Quantity, largest first",
  quantity: "Quantity, smallest first",
} as const satisfies Record<OrderSort, string>;

/** The two orders of the list by each column, and which one its head asks for first. */
export const columnSorts = {
  number: { asc: "oldest", desc: "newest", first: "desc" },
  email: { asc: "email", desc: "-email", first: "asc" },
  item: { asc: "item", desc: "-item", first: "asc" },
  quantity: { asc: "quantity", desc: "-quantity", first: "desc" },
} as const satisfies Record<string, { asc: OrderSort; desc: OrderSort; first: "asc" | "desc" }>;

/** As a list can be asked for. */
export const orderSorts = Object.keys(sortWords).filter(isOrderSort);

/** A sort as the address says it: undefined for the one that goes without saying, and for what is none. */
export function saidSort(sort: string): OrderSort | undefined {
  return sort === defaultSort ? undefined : readOrderSort(sort);
}

/** A sort from the address, for the API. */
export function readOrderSort(sort: string | undefined): OrderSort | undefined {
  return sort !== undefined && isOrderSort(sort) ? sort : undefined;
}

function isOrderSort(text: string): text is OrderSort {
  return Object.hasOwn(sortWords, text);
}

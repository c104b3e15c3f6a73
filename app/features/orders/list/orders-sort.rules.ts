import type { OrderSort } from "#app/features/orders/lists.contract.ts";

/** The default. */
export const defaultSort: OrderSort = "newest";

/** The name of each sorting. */
export const sortWords = {
  newest: "Newest first",
  oldest: "Oldest first",
  email: "Email, A to Z",
  "-email": "Email, Z to A",
  item: "Item, A to Z",
  "-item": "Item, Z to A",
  "-quantity": "Quantity, largest first",
  quantity: "Quantity, smallest first",
  "-total": "Total, largest first",
  total: "Total, smallest first",
  due: "Due day, earliest first",
  wanted: "Wanted day, earliest first",
} as const satisfies Record<OrderSort, string>;

/** The sortings by each column, and which one its header picks first. Days are sorted one way, orders without one last. */
export const columnSorts = {
  number: { asc: "oldest", desc: "newest", first: "desc" },
  email: { asc: "email", desc: "-email", first: "asc" },
  item: { asc: "item", desc: "-item", first: "asc" },
  quantity: { asc: "quantity", desc: "-quantity", first: "desc" },
  payment: { asc: "due", desc: undefined, first: "asc" },
  shipping: { asc: "wanted", desc: undefined, first: "asc" },
} as const satisfies Record<string, { asc: OrderSort; desc: OrderSort | undefined; first: "asc" | "desc" }>;

/** A sorting a list accepts. */
export const orderSorts = Object.keys(sortWords).filter(isOrderSort);

/** The sorting in the URL; undefined for the default or an unknown one. */
export function saidSort(sort: string): OrderSort | undefined {
  return sort === defaultSort ? undefined : readOrderSort(sort);
}

/** The sorting from the URL, for the API. */
export function readOrderSort(sort: string | undefined): OrderSort | undefined {
  return sort !== undefined && isOrderSort(sort) ? sort : undefined;
}

function isOrderSort(text: string): text is OrderSort {
  return Object.hasOwn(sortWords, text);
}

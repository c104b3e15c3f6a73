import type { OrderSort } from "./contract.ts";

/** The state of the table: by which column, and which way. */
type ColumnSort = { id: string; desc: boolean };

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

const columns = {
  newest: { id: "number", desc: true },
  oldest: { id: "number", desc: false },
  email: { id: "email", desc: false },
  "-email": { id: "email", desc: true },
  item: { id: "item", desc: false },
  "-item": { id: "item", desc: true },
  quantity: { id: "quantity", desc: false },
  "-quantity": { id: "quantity", desc: true },
} as const satisfies Record<OrderSort, ColumnSort>;

/** As a list can be asked for. */
export const orderSorts = Object.keys(columns).filter(isOrderSort);

/** The column an order of the list is by. */
export function columnOf(sort: string | undefined): ColumnSort {
  return columns[sort !== undefined && isOrderSort(sort) ? sort : defaultSort];
}

/** The order of the list by this column; undefined for the one that goes without saying. */
export function sortBy({ id, desc }: ColumnSort): OrderSort | undefined {
  const sort = orderSorts.find((known) => columns[known].id === id && columns[known].desc === desc);
  return sort === defaultSort ? undefined : sort;
}

/** A sort from the address, for the API. */
export function orderSortOf(sort: string | undefined): OrderSort | undefined {
  return sort !== undefined && isOrderSort(sort) ? sort : undefined;
}

function isOrderSort(text: string): text is OrderSort {
  return Object.hasOwn(columns, text);
}

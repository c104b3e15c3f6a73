import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import type { OrderSort } from "#app/features/orders/contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { decodeCursor, encodeCursor, refuseCursor } from "#app/platform/http/pagination.server.ts";

/** The columns a list can be sorted by. The id breaks ties, so that no two rows share a place. */
const sorts = {
  newest: { column: orders.id, down: true },
  oldest: { column: orders.id, down: false },
  email: { column: orders.email, down: false },
  "-email": { column: orders.email, down: true },
  item: { column: orders.productName, down: false },
  "-item": { column: orders.productName, down: true },
  quantity: { column: orders.orderQuantity, down: false },
  "-quantity": { column: orders.orderQuantity, down: true },
} as const satisfies Record<OrderSort, unknown>;

/** A place in a sorted list: the value in the column, and the order's id. The order itself may be gone. */
export type Place = { key: string | number; id: string };

/** The sort key: the column, then the id. */
export function sortColumns(sort: OrderSort): AnyPgColumn[] {
  const { column } = sorts[sort];
  return column === orders.id ? [orders.id] : [column, orders.id];
}

/** Whether the list is sorted by time, and so by its ids alone. */
export const isByTime = (sort: OrderSort) => sort === "newest" || sort === "oldest";

/** The `order by` clause: the columns of this sorting, or expressions of equal value. */
export function orderBy(sort: OrderSort, columns: (AnyPgColumn | SQL)[] = sortColumns(sort)): SQL {
  return sql.join(columns.map(sorts[sort].down ? desc : asc), sql`, `);
}

/**
 * The rows after a place in a list sorted this way; all rows without a place. `within` names the value of a column that
 * all these rows share, for an index that begins with it.
 */
export function behind(
  sort: OrderSort,
  place: Place | undefined,
  within?: { column: AnyPgColumn; key: SQL },
): SQL | undefined {
  if (!place) return undefined;
  const columns = sortColumns(sort);
  const values = columns.length === 1 ? [sql`${place.id}`] : [sql`${place.key}`, sql`${place.id}`];
  const isLed = within && within.column !== columns[0];
  const before = sql.join(isLed ? [within.column, ...columns] : columns, sql`, `);
  const than = sql.join(isLed ? [within.key, ...values] : values, sql`, `);
  return sorts[sort].down ? sql`(${before}) < (${than})` : sql`(${before}) > (${than})`;
}

type Listed = { _id: string; email: string; productName: string; orderQuantity: number };

/** The position in the `Link` header. When sorting by time, the id is enough. */
export function toCursor(sort: OrderSort, row: Listed): string {
  const { column } = sorts[sort];
  if (column === orders.id) return row._id;
  const key = column === orders.email ? row.email : column === orders.productName ? row.productName : row.orderQuantity;
  return encodeCursor([sort, key, row._id]);
}

/**
 * The place named by one of our cursors.
 * @throws Refusal for anything else.
 */
export function readCursor(sort: OrderSort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const { column } = sorts[sort];
  if (column === orders.id) return { key: "", id: id.safeParse(cursor).data ?? refuseCursor() };
  const key = column === orders.orderQuantity ? z.int().min(0).max(MAX_INTEGER) : z.string().refine(isPlainText);
  const [, value, at] = decodeCursor(z.tuple([z.literal(sort), key, id]), cursor);
  return { key: value, id: at };
}

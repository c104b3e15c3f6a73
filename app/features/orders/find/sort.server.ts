import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import type { OrderSort } from "#app/features/orders/contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { decodeCursor, encodeCursor, refuseCursor } from "#app/platform/http/pagination.server.ts";

/** The columns of each sorting. The id breaks ties, so that no two rows share a place. */
const keysets: Record<OrderSort, Keyset> = {
  newest: [{ column: orders.id, isDown: true }],
  oldest: [{ column: orders.id }],
  email: byColumn(orders.email),
  "-email": byColumn(orders.email, true),
  item: byColumn(orders.productName),
  "-item": byColumn(orders.productName, true),
  quantity: byColumn(orders.orderQuantity),
  "-quantity": byColumn(orders.orderQuantity, true),
};

function byColumn(column: AnyPgColumn, isDown = false): Keyset {
  return [column, orders.id].map((each) => ({ column: each, isDown }));
}

/** A place in a sorted list: the values of an order in the columns. The order itself may be gone. */
export type Place = readonly (string | number)[];

/** Whether the list is sorted by time, and so by its ids alone. */
const isByTime = (sort: OrderSort) => sort === "newest" || sort === "oldest";

/** The columns that a list is sorted by. */
export function columnsOf(sort: OrderSort): SQL {
  return sql.join(
    keysets[sort].map(({ column }) => sql`${column}`),
    sql`, `,
  );
}

/** The `order by` clause. Each sorting has an index. */
export function orderBy(sort: OrderSort): SQL {
  return orderByKeyset(keysets[sort]);
}

/** The rows after a place in a list sorted this way; all rows without a place. */
export function after(sort: OrderSort, place: Place | undefined): SQL | undefined {
  return afterKeyset(keysets[sort], place);
}

type Listed = { _id: string; email: string; productName: string; orderQuantity: number };

/** The place of a row. */
export function placeOf(sort: OrderSort, row: Listed): Place {
  if (isByTime(sort)) return [row._id];
  if (sort.endsWith("email")) return [row.email, row._id];
  return [sort.endsWith("item") ? row.productName : row.orderQuantity, row._id];
}

/** The position in the `Link` header. When sorting by time, the id is enough. */
export function toCursor(sort: OrderSort, row: Listed): string {
  return isByTime(sort) ? row._id : encodeCursor([sort, ...placeOf(sort, row)]);
}

/**
 * The place named by one of our cursors.
 * @throws Refusal for anything else.
 */
export function readCursor(sort: OrderSort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  if (isByTime(sort)) return [id.safeParse(cursor).data ?? refuseCursor()];
  const key = sort.endsWith("quantity") ? z.int().min(0).max(MAX_INTEGER) : z.string().refine(isPlainText);
  const [, ...place] = decodeCursor(z.tuple([z.literal(sort), key, id]), cursor);
  return place;
}

import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import type { OrderSort } from "#app/features/orders/lists.contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { decodeCursor, encodeCursor, refuseCursor } from "#app/platform/http/pagination.server.ts";

/** Stands for a day that an order does not have. */
const NEVER = "infinity";

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
  total: byColumn(orders.total),
  "-total": byColumn(orders.total, true),
  due: byDay(orders.dueOn),
  wanted: byDay(orders.wantedOn),
};

/** Without a day last. */
function byDay(column: AnyPgColumn): Keyset {
  return [{ column, forNull: sql.raw(`'${NEVER}'::date`) }, { column: orders.id }];
}

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

type Listed = {
  _id: string;
  email: string;
  productName: string;
  orderQuantity: number;
  total: string;
  dueOn: string | null;
  wantedOn: string | null;
};

type SortColumn = "email" | "item" | "quantity" | "total" | "due" | "wanted";
const columnOf = (sort: OrderSort) => sort.replace("-", "") as SortColumn;

/** What a cursor may hold of each column. */
const keys = {
  ...{ email: z.string().refine(isPlainText), item: z.string().refine(isPlainText) },
  quantity: z.int().min(0).max(MAX_INTEGER),
  total: z.string().regex(/^\d{1,20}\.\d{4}$/),
  ...{ due: z.iso.date().or(z.literal(NEVER)), wanted: z.iso.date().or(z.literal(NEVER)) },
};

/** The place of a row. */
export function placeOf(sort: OrderSort, row: Listed): Place {
  if (isByTime(sort)) return [row._id];
  const values = {
    ...{ email: row.email, item: row.productName, quantity: row.orderQuantity, total: row.total },
    ...{ due: row.dueOn ?? NEVER, wanted: row.wantedOn ?? NEVER },
  };
  return [values[columnOf(sort)], row._id];
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
  const [, ...place] = decodeCursor(z.tuple([z.literal(sort), keys[columnOf(sort)], id]), cursor);
  return place;
}

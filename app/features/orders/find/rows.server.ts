import { and, eq, getTableColumns, type SQL, Subquery, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import { notEnded } from "./filter.server.ts";
import type { Part } from "./gather.server.ts";
import { orderBy } from "./sort.server.ts";

/** The contract's order. */
export const shape = {
  _id: orders.id,
  number: orders.number,
  name: orders.name,
  email: orders.email,
  phone: orders.phone,
  address: orders.address,
  productName: orders.productName,
  orderQuantity: orders.orderQuantity,
  unitPrice: orders.unitPrice,
  total: orders.total,
  img: trims.img,
  createdAt: orders.createdAt,
  trimId: orders.trimId,
  review: orders.review,
  shipping: orders.shipping,
  payment: orders.payment,
  carrier: orders.carrier,
  trackingNumber: orders.trackingNumber,
  trackingUrl: orders.trackingUrl,
  dueOn: orders.dueOn,
  sheetId: orders.sheetId,
  sheetNumber: orders.sheetNumber,
  sheetLines: sql<number | null>`(select lines from ${orderSheets} where ${orderSheets.id} = ${orders.sheetId})`,
  poNumber: orders.poNumber,
  wantedOn: orders.wantedOn,
  isBuyerGone: sql<boolean>`not exists (select from ${users} where ${users.id} = ${orders.userId})`,
};

/** A page of the orders that meet this condition. */
export async function select(db: Db | Tx, condition: SQL | undefined, { sort, rows }: Part) {
  const all = db.select(shape).from(orders).leftJoin(trims, eq(trims.id, orders.trimId));
  return all.where(condition).orderBy(orderBy(sort)).limit(rows);
}

/** A page of the orders that this query gives. */
export async function selectFrom(db: Db | Tx, found: SQL, { sort, rows }: Part) {
  const all = db.select(shape).from(asOrders(found)).leftJoin(trims, eq(trims.id, orders.trimId));
  return all.orderBy(orderBy(sort)).limit(rows);
}

/** The same with the count in each row: how many were `counted`, or that there are more than `most`. */
export async function selectCounted(db: Db | Tx, met: Met, { sort, rows }: Part, most: number) {
  const counted = sql`least(${met.counted}, ${most + 1})`.mapWith(Number);
  const all = db
    .select({ ...shape, counted })
    .from(asOrders(met.rows))
    .leftJoin(trims, eq(trims.id, orders.trimId));
  return all.orderBy(orderBy(sort)).limit(rows);
}

const asOrders = (found: SQL) => new Subquery(found, getTableColumns(orders), "orders");

/** A query of orders to take a page from, and how many there are. */
export type Met = { rows: SQL; counted: SQL };

/**
 * The orders of an array of `ids`, which a subquery returns together with how many were `counted`. Ids in an array are
 * looked up one by one: if they were joined as rows, PostgreSQL might walk along all orders to find them.
 */
export const among = (met: SQL): Met => ({
  rows: sql`select orders.*, met.counted from (${met}) as met inner join ${orders} on ${orders.id} = any(met.ids)`,
  counted: sql`orders.counted`,
});

const isTheirs = and(eq(orders.userId, sql.placeholder("userId")), notEnded);
/**
 * One person's newest orders; each row says how many are `counted` in all. Buyers ask for this again and again, so it
 * is planned once.
 */
export const readNewestOf = prepared("newest_orders_of", (db) =>
  db
    .select({ ...shape, counted: db.$count(orders, isTheirs) })
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(isTheirs)
    .orderBy(orderBy("newest"))
    .limit(sql.placeholder("rows")),
);

/** A page whose rows tell the count. */
export type Page = Awaited<ReturnType<typeof selectCounted>>;

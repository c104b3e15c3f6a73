import { and, count, desc, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { orders } from "./tables.server.ts";

type Page = { limit: number; after: string | undefined };

/** One row more than `limit` where there is one, newest first, older than the order `after`. */
export function listOrdersOf(db: Db | Tx, userId: string, page: Page) {
  return listOrders(db, eq(orders.userId, userId), page);
}

/** As `listOrdersOf`, of all buyers. */
export function listAllOrders(db: Db | Tx, page: Page) {
  return listOrders(db, undefined, page);
}

export async function countOrdersOf(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders).where(eq(orders.userId, userId));
  return row?.total ?? 0;
}

export async function countAllOrders(db: Db | Tx): Promise<number> {
  const [row] = await db.select({ total: count() }).from(orders);
  return row?.total ?? 0;
}

/**
 * Takes pieces from the stock: the decision and the change are one statement, so that no two orders are ever decided on
 * the same stock. Undefined when the minimum or the stock forbids it, or the trim is gone.
 */
export async function takeFromStock(tx: Tx, trimId: string, pieces: number) {
  const [taken] = await tx
    .update(trims)
    .set({ quantity: sql`${trims.quantity} - ${pieces}` })
    .where(and(eq(trims.id, trimId), lte(trims.moq, pieces), gte(trims.quantity, pieces)))
    .returning({ id: trims.id, name: trims.name, price: trims.price });
  return taken;
}

export async function insertOrder(tx: Tx, order: typeof orders.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(orders).values(order).returning({ id: orders.id });
  if (!inserted) throw new Error("the order was not inserted");
  return inserted.id;
}

/**
 * Deletes an order of this person (of anybody for an admin) and gives its pieces back, in one statement: of two at
 * once, one deletes and the other finds nothing.
 */
export async function deleteOrder(db: Db | Tx, id: string, by: { id: string; isAdmin: boolean }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with gone as (
      delete from ${orders}
      where ${orders.id} = ${id} and (${orders.userId} = ${by.id} or ${by.isAdmin})
      returning trim_id, order_quantity
    ), returned as (
      update ${trims} set quantity = quantity + gone.order_quantity
      from gone where ${trims.id} = gone.trim_id
    )
    select 1 from gone`);
  return rowCount ?? 0;
}

export async function hasOrder(db: Db | Tx, id: string): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
  return found.length > 0;
}

/** Who is told of each order. */
export function listAdmins(db: Db | Tx) {
  return db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.role, "admin"));
}

function listOrders(db: Db | Tx, whose: SQL | undefined, { limit, after }: Page) {
  return db
    .select({
      _id: orders.id,
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
    })
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(and(whose, after ? lt(orders.id, after) : undefined))
    .orderBy(desc(orders.id))
    .limit(limit + 1);
}

import { and, desc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { orders } from "./tables.server.ts";

/**
 * Takes pieces from stock and says what one costs at this quantity. One statement decides, updates and picks the price
 * break, so stock and price are of the same moment. Undefined when the minimum or the stock forbids it, or the trim is
 * gone.
 */
export async function takeFromStock(tx: Tx, trimId: string, pieces: number) {
  const [taken] = await tx
    .update(trims)
    .set({ quantity: sql`${trims.quantity} - ${pieces}` })
    .where(and(eq(trims.id, trimId), isNull(trims.removedAt), lte(trims.moq, pieces), gte(trims.quantity, pieces)))
    .returning({
      id: trims.id,
      name: trims.name,
      unitPrice: unitPriceOf(sql`${pieces}`),
    });
  return taken;
}

/** What one of so many pieces of a trim costs now: the last price break reached, else the trim's own price. */
export function unitPriceOf(pieces: SQL): SQL<string> {
  return sql`coalesce(price_break_reached(${trims.id}, ${pieces}::int), ${trims.price})`;
}

export async function insertOrder(tx: Tx, order: typeof orders.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(orders).values(order).returning({ id: orders.id });
  if (!inserted) throw new Error("the order was not inserted");
  return inserted.id;
}

/**
 * Deletes an order of this person (of anyone, for an admin) and returns its pieces, in one statement: of two at once,
 * one deletes and the other finds nothing.
 */
export async function deleteOrder(tx: Tx, id: string, by: { id: string; isAdmin: boolean }) {
  const { rows } = await tx.execute<DeletedOrder>(sql`
    with gone as (
      delete from ${orders}
      where ${orders.id} = ${id} and (${orders.userId} = ${by.id} or ${by.isAdmin})
      returning *
    ), returned as (
      update ${trims} set quantity = quantity + gone.order_quantity
      from gone where ${trims.id} = gone.trim_id
    )
    select number, user_id as "userId", trim_id as "trimId", email, product_name as "productName", order_quantity as "orderQuantity",
      total from gone`);
  return rows[0];
}

export type DeletedOrder = {
  number: number;
  userId: string | null;
  trimId: string | null;
  email: string;
  productName: string;
  orderQuantity: number;
  total: string;
};

/** Who hears of each order: the admins with a confirmed address. */
export function listAdmins(db: Db | Tx) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.emailVerified, true)));
}

export async function hasOrder(db: Db | Tx, id: string): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, id));
  return found.length > 0;
}

/** A trim's stock and open orders at one moment, even after it has left the catalogue. */
export async function findStock(db: Db | Tx, trimId: string) {
  const putIn = db
    .select({ sum: sql`coalesce(sum(${stockMovements.delta}), 0)` })
    .from(stockMovements)
    .where(eq(stockMovements.trimId, trims.id));
  const inOrders = db
    .select({ sum: sql`coalesce(sum(${orders.orderQuantity}), 0)` })
    .from(orders)
    .where(eq(orders.trimId, trims.id));
  const [found] = await db
    .select({
      putIn: sql`(${putIn})`.mapWith(Number),
      quantity: trims.quantity,
      inOpenOrders: sql`(${inOrders})`.mapWith(Number),
      lowStockAt: trims.lowStockAt,
    })
    .from(trims)
    .where(eq(trims.id, trimId));
  return found;
}

const MOVEMENTS_SHOWN = 1000;

/** The latest movements of a trim's stock, newest first. */
export function listMovements(db: Db | Tx, trimId: string) {
  return db
    .select({
      _id: stockMovements.id,
      at: stockMovements.createdAt,
      email: stockMovements.email,
      delta: stockMovements.delta,
      why: stockMovements.why,
    })
    .from(stockMovements)
    .where(eq(stockMovements.trimId, trimId))
    .orderBy(desc(stockMovements.createdAt), desc(stockMovements.id))
    .limit(MOVEMENTS_SHOWN);
}

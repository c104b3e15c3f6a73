import { and, eq, gte, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { heldPieces, shippedPieces } from "#app/features/orders/deliveries/pieces.server.ts";
import { notEnded } from "#app/features/orders/find/filter.server.ts";
import { orderColumns } from "#app/features/orders/find/query.server.ts";
import { stockMovements, trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";
import { orderSheets, orders } from "./tables.server.ts";

/**
 * Takes the pieces of an order that is no longer declined, whatever the minimum is today and even if the trim has left
 * the catalogue. False when fewer are left.
 */
export async function takeAgain(tx: Tx, trimId: string, pieces: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(trims)
    .set({ quantity: sql`${trims.quantity} - ${pieces}` })
    .where(and(eq(trims.id, trimId), gte(trims.quantity, pieces)));
  return Boolean(rowCount);
}

/** What is left of a trim. */
export async function readQuantity(tx: Tx, trimId: string): Promise<number> {
  const [found] = await tx.select({ quantity: trims.quantity }).from(trims).where(eq(trims.id, trimId));
  return found?.quantity ?? 0;
}

/** An order with everything in its contract, what only its sheet holds, and its owner. */
export async function findOrder(db: Db | Tx, idOrNumber: IdOrNumber) {
  const [found] = await db
    .select({
      ...orderColumns,
      userId: orders.userId,
      country: orderSheets.country,
      sheetNote: orderSheets.note,
    })
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .leftJoin(orderSheets, eq(orderSheets.id, orders.sheetId))
    .where(isNamed(orders, idOrNumber));
  return found;
}

/** Whose order it is, and of which sheet. */
export async function findOwner(tx: Tx, idOrNumber: IdOrNumber) {
  const [found] = await tx
    .select({ userId: orders.userId, companyId: orders.companyId, sheetId: orders.sheetId })
    .from(orders)
    .where(isNamed(orders, idOrNumber));
  return found;
}

/** The order's row, locked until the transaction ends, so that a move is judged by its present state. */
export async function lockOrder(tx: Tx, idOrNumber: IdOrNumber) {
  const [found] = await tx.select().from(orders).where(isNamed(orders, idOrNumber)).for("no key update");
  return found;
}

/** The order with all other lines of its sheet. They are locked by id, so that two moves never wait for each other. */
export async function lockWithSheet(tx: Tx, idOrNumber: IdOrNumber) {
  const sheet = tx.select({ id: orders.sheetId }).from(orders).where(isNamed(orders, idOrNumber));
  const lines = or(isNamed(orders, idOrNumber), sql`${orders.sheetId} = (${sheet})`);
  return tx.select().from(orders).where(lines).orderBy(orders.id).for("no key update");
}

/** All orders of a sheet, locked by id until the transaction ends. */
export async function lockOrdersOf(tx: Tx, sheetId: string) {
  return tx.select().from(orders).where(eq(orders.sheetId, sheetId)).orderBy(orders.id).for("no key update");
}

export type OrderRow = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

type Moved = Partial<
  Pick<
    OrderRow,
    | "review"
    | "shipping"
    | "payment"
    | "carrier"
    | "trackingNumber"
    | "trackingUrl"
    | "dueOn"
    | "shippedPieces"
    | "tolerance"
  >
>;

/** Writes what a move changes. Its caller holds the row. */
export async function updateOrder(tx: Tx, id: string, moved: Moved): Promise<void> {
  await tx.update(orders).set(moved).where(eq(orders.id, id));
}

/** Writes that these orders are cancelled. Its caller holds their rows. */
export async function cancelOrders(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(orders)
    .set({ review: "cancelled" })
    .where(inArray(orders.id, [...ids]));
}

/** A trim's stock, and the pieces that orders took of it, at one moment, even after it has left the catalogue. */
export async function findStock(db: Db | Tx, trimId: string) {
  const putIn = db
    .select({ sum: sql`coalesce(sum(${stockMovements.delta}), 0)` })
    .from(stockMovements)
    .where(eq(stockMovements.trimId, trims.id));
  const ofTrim = and(eq(orders.trimId, trims.id), notEnded);
  const inOrders = (pieces: SQL) =>
    db
      .select({ sum: sql`coalesce(sum(${pieces}), 0)` })
      .from(orders)
      .where(ofTrim);
  const holding = db
    .select({ count: sql`count(*)` })
    .from(orders)
    .where(and(ofTrim, notInArray(orders.shipping, ["shipped", "delivered"])));
  const [found] = await db
    .select({
      putIn: sql`(${putIn})`.mapWith(Number),
      quantity: trims.quantity,
      inOpenOrders: sql`(${inOrders(sql`${heldPieces()} - (${shippedPieces()})`)})`.mapWith(Number),
      openOrders: sql`(${holding})`.mapWith(Number),
      shipped: sql`(${inOrders(shippedPieces())})`.mapWith(Number),
      lowStockAt: trims.lowStockAt,
    })
    .from(trims)
    .where(eq(trims.id, trimId));
  return found;
}

/** To how many buyers and addresses these orders go. */
export async function countDestinations(db: Db | Tx, ids: readonly string[]): Promise<number> {
  const found = await db
    .selectDistinct({ userId: orders.userId, address: orders.address })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return found.length;
}

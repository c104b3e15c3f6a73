import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Delivery } from "#app/features/orders/contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { shippedPieces } from "./pieces.server.ts";
import { deliveries, deliveryLines } from "./tables.server.ts";

/**
 * The rows of these orders, locked by id until `tx` ends, so that two deliveries never wait for each other. `withSheets`
 * also locks the other lines of their sheets, which an invoice may take along.
 */
export function lockOrders(tx: Tx, ids: readonly string[], { withSheets = false } = {}) {
  const named = inArray(orders.id, [...ids]);
  const sheets = tx.select({ id: orders.sheetId }).from(orders).where(named);
  return tx
    .select()
    .from(orders)
    .where(withSheets ? or(named, inArray(orders.sheetId, sheets)) : named)
    .orderBy(orders.id)
    .for("no key update");
}

type NewDelivery = typeof deliveries.$inferInsert & { id: string };

/** Writes a delivery, unless it is there already, with lines that are new. */
export async function insertDelivery(
  tx: Tx,
  delivery: NewDelivery,
  lines: readonly { orderId: string; pieces: number }[],
): Promise<void> {
  await tx.insert(deliveries).values(delivery).onConflictDoNothing();
  await tx.insert(deliveryLines).values(lines.map((line) => ({ ...line, deliveryId: delivery.id })));
}

/** Deletes an order's line of a delivery, or all its lines, and deliveries without a line. Returns the pieces. */
export async function deleteLines(tx: Tx, orderId: string, deliveryId: string | "all" | null): Promise<number> {
  if (deliveryId === null) return 0;
  const ofDelivery = deliveryId === "all" ? undefined : eq(deliveryLines.deliveryId, deliveryId);
  const deleted = await tx
    .delete(deliveryLines)
    .where(and(eq(deliveryLines.orderId, orderId), ofDelivery))
    .returning({ id: deliveryLines.deliveryId, pieces: deliveryLines.pieces });
  const ids = deleted.map(({ id }) => id);
  const isEmpty = sql`not exists (select from ${deliveryLines} where ${deliveryLines.deliveryId} = ${deliveries.id})`;
  if (ids.length > 0) await tx.delete(deliveries).where(and(inArray(deliveries.id, ids), isEmpty));
  return deleted.reduce((sum, { pieces }) => sum + pieces, 0);
}

/** How to follow the newest delivery of an order. */
export async function findTracking(tx: Tx, orderId: string) {
  const [found] = await tx
    .select({
      carrier: deliveries.carrier,
      trackingNumber: deliveries.trackingNumber,
      trackingUrl: deliveries.trackingUrl,
    })
    .from(deliveryLines)
    .innerJoin(deliveries, eq(deliveries.id, deliveryLines.deliveryId))
    .where(eq(deliveryLines.orderId, orderId))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(1);
  return found ?? { carrier: null, trackingNumber: null, trackingUrl: null };
}

/** What is still to come of these orders and of the other orders of their sheets, with the pieces that are left. */
export async function listToCome(tx: Tx, ids: readonly string[]) {
  const named = inArray(orders.id, [...ids]);
  const sheets = tx.select({ id: orders.sheetId }).from(orders).where(named);
  const left = sql<number>`${orders.orderQuantity} - ${shippedPieces(orders)}`;
  const isOpen = and(
    inArray(orders.review, ["in-review", "accepted"]),
    inArray(orders.shipping, ["pending", "in-production", "packed", "partly-shipped"]),
  );
  return tx
    .select({ number: orders.number, productName: orders.productName, pieces: left })
    .from(orders)
    .where(and(or(named, inArray(orders.sheetId, sheets)), isOpen))
    .orderBy(asc(orders.number));
}

/** Locks a delivery until `tx` ends. */
export async function lockDelivery(tx: Tx, id: string) {
  const [found] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("no key update");
  return found;
}

type Correction = Pick<typeof deliveries.$inferSelect, "carrier" | "trackingNumber" | "trackingUrl">;

/** Corrects a delivery and those of its orders whose newest it is. Returns all of its orders, locked. */
export async function correctDelivery(tx: Tx, id: string, correction: Correction) {
  await tx
    .update(deliveries)
    .set({ ...correction, version: sql`${deliveries.version} + 1` })
    .where(eq(deliveries.id, id));
  const own = tx.select({ id: deliveryLines.orderId }).from(deliveryLines).where(eq(deliveryLines.deliveryId, id));
  const locked = await tx.select().from(orders).where(inArray(orders.id, own)).orderBy(orders.id).for("no key update");
  for (const order of locked) {
    await tx
      .update(orders)
      .set(await findTracking(tx, order.id))
      .where(eq(orders.id, order.id));
  }
  return locked;
}

/** The deliveries with lines of an order, or of any order of a sheet, the first one first, each with these lines. */
export async function listDeliveries(db: Db | Tx, of: { order: string } | { sheet: string }): Promise<Delivery[]> {
  const rows = await db
    .select({
      _id: deliveries.id,
      version: deliveries.version,
      at: deliveries.createdAt,
      shippedOn: deliveries.shippedOn,
      carrier: deliveries.carrier,
      trackingNumber: deliveries.trackingNumber,
      trackingUrl: deliveries.trackingUrl,
      order: orders.number,
      pieces: deliveryLines.pieces,
      orderQuantity: orders.orderQuantity,
    })
    .from(orders)
    .innerJoin(deliveryLines, eq(deliveryLines.orderId, orders.id))
    .innerJoin(deliveries, eq(deliveries.id, deliveryLines.deliveryId))
    .where("order" in of ? eq(orders.id, of.order) : eq(orders.sheetId, of.sheet))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id), asc(orders.number));
  return [...Map.groupBy(rows, ({ _id }) => _id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { order: _order, pieces: _pieces, orderQuantity: _ordered, ...about } = first;
    return [{ ...about, lines: own.map(({ order, pieces, orderQuantity }) => ({ order, pieces, orderQuantity })) }];
  });
}

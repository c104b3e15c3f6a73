import { and, asc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { ERASED } from "#app/features/orders/status/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { charges } from "./tables.server.ts";

/** The charges of an order or sheet by its id, the first one first, with who added them. */
export function listCharges(db: Db | Tx, ownerId: string) {
  return db
    .select({
      _id: charges.id,
      at: charges.createdAt,
      kind: charges.kind,
      amount: charges.amount,
      reason: charges.reason,
      by: users.name,
    })
    .from(charges)
    .leftJoin(users, eq(users.id, charges.actorId))
    .where(or(eq(charges.orderId, ownerId), eq(charges.sheetId, ownerId)))
    .orderBy(asc(charges.createdAt), asc(charges.id));
}

/** The charges of these sheets and orders that were placed alone, the first one first. */
export async function listChargesOfAll(db: Db | Tx, ownerIds: string[]) {
  const { orderId, sheetId, kind, amount, reason, createdAt, id } = charges;
  return db
    .select({ ownerId: sql<string>`coalesce(${sheetId}, ${orderId})`, kind, amount, reason })
    .from(charges)
    .where(or(inArray(sheetId, ownerIds), inArray(orderId, ownerIds)))
    .orderBy(asc(createdAt), asc(id));
}

export async function insertCharge(tx: Tx, charge: typeof charges.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(charges).values(charge).returning({ id: charges.id });
  if (!inserted) throw new Error("the charge was not inserted");
  return inserted.id;
}

export async function deleteCharge(tx: Tx, id: string): Promise<void> {
  await tx.delete(charges).where(eq(charges.id, id));
}

const isOf = (buyerIds: readonly string[]) =>
  or(
    sql`${charges.orderId} in (select id from ${orders} where user_id in ${[...buyerIds]})`,
    sql`${charges.sheetId} in (select id from ${orderSheets} where user_id in ${[...buyerIds]})`,
  );

/** Erases the reasons of the charges of these buyers' orders and sheets. Returns how many. */
export async function eraseReasons(tx: Tx, buyerIds: readonly string[]): Promise<number> {
  const { rowCount } = await tx
    .update(charges)
    .set({ reason: ERASED })
    .where(and(isOf(buyerIds), ne(charges.reason, ERASED)));
  return rowCount ?? 0;
}

/** The charges of a person's orders and sheets, for their own data, by id. */
export function listChargesOf(db: Db, userId: string, rows: number, after: string | undefined) {
  return db
    .select({
      _id: charges.id,
      at: charges.createdAt,
      order: orders.number,
      sheet: orderSheets.number,
      kind: charges.kind,
      amount: charges.amount,
      reason: charges.reason,
    })
    .from(charges)
    .leftJoin(orders, eq(orders.id, charges.orderId))
    .leftJoin(orderSheets, eq(orderSheets.id, charges.sheetId))
    .where(and(isOf([userId]), after ? gt(charges.id, after) : undefined))
    .orderBy(charges.id)
    .limit(rows);
}

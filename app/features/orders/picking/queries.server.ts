import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { IdOrNumber } from "#app/contract/id.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";
import { printRuns } from "./tables.server.ts";

/** The states of these orders, which stay locked until `tx` ends. */
export function lockOrders(tx: Tx, ids: readonly string[]) {
  return tx
    .select({ id: orders.id, review: orders.review, shipping: orders.shipping, payment: orders.payment })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for("no key update");
}

/** Writes the list and marks its orders as printed. */
export async function insertRun(tx: Tx, run: typeof printRuns.$inferInsert) {
  const [inserted] = await tx
    .insert(printRuns)
    .values(run)
    .returning({ id: printRuns.id, number: printRuns.number, createdAt: printRuns.createdAt });
  if (!inserted) throw new Error("the list was not inserted");
  await tx
    .update(orders)
    .set({ printedAt: inserted.createdAt, printRun: inserted.number })
    .where(inArray(orders.id, run.orderIds));
  return inserted;
}

/** A list with its orders as they are now, in the order in which they were placed. */
export async function findRun(db: Db | Tx, idOrNumber: IdOrNumber) {
  const [run] = await db
    .select({
      _id: printRuns.id,
      number: printRuns.number,
      kind: printRuns.kind,
      at: printRuns.createdAt,
      by: users.name,
      orderIds: printRuns.orderIds,
    })
    .from(printRuns)
    .leftJoin(users, eq(users.id, printRuns.actorId))
    .where(isNamed(printRuns, idOrNumber));
  if (!run) return undefined;
  const { orderIds, ...about } = run;
  return { ...about, orders: await listOrders(db, orderIds) };
}

function listOrders(db: Db | Tx, ids: readonly string[]) {
  const others = alias(orders, "others");
  const reserved = db
    .select({ pieces: sql`coalesce(sum(${others.orderQuantity}), 0)` })
    .from(others)
    .where(
      and(
        eq(others.trimId, trims.id),
        inArray(others.review, ["in-review", "accepted"]),
        notInArray(others.shipping, ["shipped", "delivered"]),
      ),
    );
  return db
    .select({
      _id: orders.id,
      number: orders.number,
      name: orders.name,
      email: orders.email,
      address: orders.address,
      shipTo: orders.shipTo,
      company: sql<string | null>`coalesce(${orders.company}, ${orderSheets.company})`,
      productName: orders.productName,
      orderQuantity: orders.orderQuantity,
      img: trims.img,
      trimId: orders.trimId,
      review: orders.review,
      shipping: orders.shipping,
      payment: orders.payment,
      poNumber: orders.poNumber,
      wantedOn: orders.wantedOn,
      sheetNumber: orders.sheetNumber,
      article: trims.number,
      packingUnit: trims.packingUnit,
      onShelf: sql<number | null>`(${trims.quantity} + (${reserved}))::int`,
    })
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .leftJoin(orderSheets, eq(orderSheets.id, orders.sheetId))
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.number));
}

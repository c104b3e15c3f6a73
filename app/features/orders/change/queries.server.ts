import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { listCharges } from "#app/features/orders/charges/queries.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import type { OrderTerms } from "./change.rules.ts";
import { orderVersions, type Said } from "./tables.server.ts";

/** The sheet's row, locked until the transaction ends; before its orders, so that two changes never wait for each other. */
export async function lockSheet(tx: Tx, id: string) {
  const [found] = await tx.select().from(orderSheets).where(eq(orderSheets.id, id)).for("no key update");
  return found;
}

/** The id of a sheet. */
export async function findSheetId(tx: Tx, idOrNumber: IdOrNumber): Promise<string | undefined> {
  const [found] = await tx.select({ id: orderSheets.id }).from(orderSheets).where(isNamed(orderSheets, idOrNumber));
  return found?.id;
}

/** All orders of a sheet as they are now, also those that have ended, in the order of its lines. */
export function listLines(tx: Tx, sheetId: string): Promise<OrderRow[]> {
  return tx.select().from(orders).where(eq(orders.sheetId, sheetId)).orderBy(orders.number);
}

/** Those of these orders whose payment state is not `pending`. */
export async function listUnsettled(tx: Tx, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const isUnsettled = and(inArray(orders.id, [...ids]), ne(orders.payment, "pending"));
  return tx.select().from(orders).where(isUnsettled).orderBy(orders.number);
}

/** What the address was composed of. */
type Fields = { shipTo?: ShipTo | null | undefined };

/** Writes the terms of an order and its next version. Its caller holds the row. */
export async function updateTerms(tx: Tx, id: string, terms: Partial<OrderTerms> & Fields): Promise<void> {
  await tx
    .update(orders)
    .set({ ...terms, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id));
}

/** Writes what a sheet's orders share, and its next version. Its caller holds the row. */
export async function updateSheet(
  tx: Tx,
  id: string,
  terms: Partial<Pick<OrderTerms, "address" | "poNumber" | "wantedOn">> & Fields,
): Promise<void> {
  await tx
    .update(orderSheets)
    .set({ ...terms, country: terms.shipTo?.country, version: sql`${orderSheets.version} + 1` })
    .where(eq(orderSheets.id, id));
}

/** What a change ends a version of: an order, or a sheet. */
export type Ended = Pick<OrderRow, "id" | "version" | "address" | "shipTo" | "poNumber" | "wantedOn">;

/** Keeps what an order or a sheet said until now, and by whom and how that is changed. */
export async function keepVersion(
  tx: Tx,
  who: Person,
  ended: Ended,
  lines: readonly OrderRow[],
  summary: string,
): Promise<void> {
  const { id, version, address, shipTo, poNumber, wantedOn } = ended;
  const charges = await listCharges(tx, id);
  const said: Said = {
    ...{ address, shipTo, poNumber, wantedOn },
    charges: charges.map(({ kind, amount, reason }) => ({ kind, amount, reason })),
    orders: lines
      .filter((line) => !isEnded(line))
      .map(({ id, orderQuantity, unitPrice, review }) => {
        return { id, orderQuantity, unitPrice, isInReview: review === "in-review" };
      }),
  };
  await tx.insert(orderVersions).values({
    ...{ ownerId: id, version, summary, said, endedAt: sql`clock_timestamp()` },
    ...{ actorId: who.id, actorRole: who.isAdmin ? "admin" : "buyer" },
  });
}

/** Who ended the latest version of an order or a sheet, when, and what that changed. */
export async function findLastChange(tx: Tx, ownerId: string) {
  const [found] = await tx
    .select({
      at: orderVersions.endedAt,
      role: orderVersions.actorRole,
      summary: orderVersions.summary,
      name: users.name,
    })
    .from(orderVersions)
    .leftJoin(users, eq(users.id, orderVersions.actorId))
    .where(eq(orderVersions.ownerId, ownerId))
    .orderBy(desc(orderVersions.version))
    .limit(1);
  return found;
}

/** What an order or a sheet said in a version that has ended. */
export async function findVersion(db: Db | Tx, ownerId: string, version: number) {
  const [found] = await db
    .select({ endedAt: orderVersions.endedAt, said: orderVersions.said })
    .from(orderVersions)
    .where(and(eq(orderVersions.ownerId, ownerId), eq(orderVersions.version, version)));
  return found;
}

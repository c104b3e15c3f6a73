import { and, asc, eq, ne, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { VIEWS_MAX } from "#app/features/orders/facts.ts";
import { tooManyViews } from "#app/features/orders/problems.ts";
import type { OrderView } from "#app/features/orders/views.contract.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { orderViews } from "./tables.server.ts";

/** A person's saved views, by name. */
export function listViews(db: Db, userId: string): Promise<OrderView[]> {
  return db
    .select({ name: orderViews.name, search: orderViews.search })
    .from(orderViews)
    .where(eq(orderViews.userId, userId))
    .orderBy(sql`lower(${orderViews.name})`, asc(orderViews.name));
}

/** Saves a view in place of the one of this name. @throws Refusal too-many-views. */
export async function saveView(tx: Tx, userId: string, { name, search }: OrderView): Promise<void> {
  // Of two that are saved at once, the second counts the first.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const others = await tx.$count(orderViews, and(eq(orderViews.userId, userId), ne(orderViews.name, name)));
  if (others >= VIEWS_MAX) refuse(tooManyViews, `You have ${VIEWS_MAX} views. Please remove one first.`);
  await tx
    .insert(orderViews)
    .values({ userId, name, search })
    .onConflictDoUpdate({ target: [orderViews.userId, orderViews.name], set: { search } });
}

/** Returns how many were removed: one, or none. */
export async function removeView(db: Db, userId: string, name: string): Promise<number> {
  const { rowCount } = await db.delete(orderViews).where(and(eq(orderViews.userId, userId), eq(orderViews.name, name)));
  return rowCount ?? 0;
}

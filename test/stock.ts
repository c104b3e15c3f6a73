import { and, eq, inArray } from "drizzle-orm";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";

/** What of this trim can still be ordered, by its row. */
export async function readStock(db: Db, trimId: string): Promise<number | undefined> {
  const [row] = await db.select({ quantity: trims.quantity }).from(trims).where(eq(trims.id, trimId));
  return row?.quantity;
}

/** The rows of the orders for this trim that hold its pieces: neither declined nor cancelled. */
export async function ordersFor(db: Db, trimId: string) {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.trimId, trimId), inArray(orders.review, ["in-review", "accepted"])));
}

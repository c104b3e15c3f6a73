import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import { orderSums } from "./tables.server.ts";

/** `since` once no order is left to be filled in. */
const ALL_ORDERS = -2_147_483_648;

/**
 * Makes the database keep the sums of orders by the days of this time zone. Counts all of them again if they were kept
 * in another: that takes a while, and sales are incomplete meanwhile. If a count was cut off, it goes on from there.
 */
export async function keepSums(db: Db, timeZone: string): Promise<void> {
  const [kept] = await db.select().from(orderSums);
  if (kept?.timeZone !== timeZone) await db.execute(sql`call keep_order_sums_in(${timeZone})`);
  else if (kept.since !== ALL_ORDERS) await db.execute(sql`call fill_order_sums()`);
}

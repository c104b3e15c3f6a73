import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";

/**
 * Has the database keep the sums of orders by the days of this time zone. Counts all of them anew if they were kept in
 * another: that takes a while, and sales are incomplete meanwhile.
 */
export async function keepSums(db: Db, timeZone: string): Promise<void> {
  await db.execute(sql`call keep_order_sums_in(${timeZone})`);
}

import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { orderShares } from "./tables.server.ts";

const LOOK_MS = 500;

/**
 * Adds what orders have noted to the sums of sales and buyers, and counts them for their trims. Call it before you read
 * either, so that it holds all orders committed until then; with nothing noted it looks at one empty table. On a
 * read-only server it does nothing.
 */
export async function foldShares(db: Db): Promise<void> {
  for (let isMore: boolean | undefined = true; isMore; ) {
    const { rows } = await db.execute<{ isMore: boolean }>(sql`
      select fold_order_shares() as "isMore"
      where current_setting('transaction_read_only') = 'off' and exists (select from ${orderShares})`);
    isMore = rows[0]?.isMore;
  }
}

/** Does this twice a second, so that readers find little left to add. Returns the function that stops it. */
export function keepFolding(db: Db, log: Log): () => Promise<void> {
  return repeat(
    () => foldShares(db),
    LOOK_MS,
    (err) => log.warn({ err }, "orders could not be added to the sums"),
  );
}

import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { orderShares } from "./tables.server.ts";

const LOOK_MS = 500;

/**
 * Adds to the sums of sales and buyers what orders have noted for them. Whoever reads the sums calls it first, and sees all
 * that was committed before; with nothing noted it is one look. A server that only follows shows what another has added.
 */
export async function foldShares(db: Db): Promise<void> {
  for (let isMore: boolean | undefined = true; isMore; ) {
    const { rows } = await db.execute<{ isMore: boolean }>(sql`
      select fold_order_shares() as "isMore"
      where current_setting('transaction_read_only') = 'off' and exists (select from ${orderShares})`);
    isMore = rows[0]?.isMore;
  }
}

/** Does so twice a second, until the returned function stops it: readers find little left, wherever they read. */
export function keepFolding(db: Db, log: Log): () => Promise<void> {
  return repeat(
    () => foldShares(db),
    LOOK_MS,
    (err) => log.warn({ err }, "orders could not be added to the sums"),
  );
}

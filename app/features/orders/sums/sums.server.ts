import { ne, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { trimOrders, trims } from "#app/features/trims/tables.server.ts";
import { type Connection, createClient, type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { buyers, buyerWords, companySums, orderSums, sales, sumsAsOf } from "./tables.server.ts";

/** Up to this many orders, who reads sums counts them first if an order has changed: that takes a tenth of a second. */
const FEW_ORDERS = 20_000;
/**
 * In a larger shop only `keepSums` counts them, in the background, and then lets them rest: a second for each of so many
 * orders. So 300,000 orders, which take two seconds, are counted each minute, and a million every three.
 */
const ORDERS_PER_S_OF_REST = 5_000;
const LOOK_MS = 1_000;

/**
 * Brings the sums of orders up to date, if the shop is small enough for that. Returns null if they hold everything that
 * has happened to orders, or did so less than a minute ago; otherwise the moment as of which they hold, as ISO 8601,
 * which pages name.
 */
export async function catchUp(db: Db): Promise<string | null> {
  const { at, haveChanged, areFew, areOld } = await readState(db);
  if (!haveChanged) return null;
  if (areFew) await countSums(db);
  return areOld && !areFew ? at : null;
}

/** All that decides when sums are counted. There are about as many orders as the highest number says: none is deleted. */
async function readState(db: Db | Tx) {
  const placed = sql`(select coalesce(max(${orders.number}), 0) from ${orders})`;
  const [state] = await db
    .select({
      at: sumsAsOf.at,
      // Transactions that this cluster has yet to begin came with a backup of another.
      haveChanged: sql<boolean>`exists (
        select from ${orderEvents} where ${orderEvents.transaction} >= pg_snapshot_xmin(${sumsAsOf.snapshot})
          and not pg_visible_in_snapshot(${orderEvents.transaction}, ${sumsAsOf.snapshot})
          and ${orderEvents.transaction} < pg_snapshot_xmax(pg_current_snapshot()))`,
      areFew: sql<boolean>`${placed} <= ${FEW_ORDERS}`,
      areOld: sql<boolean>`${sumsAsOf.at} < now() - interval '1 minute'`,
      haveRested: sql<boolean>`${sumsAsOf.at} < now() - interval '1 second' * ${placed} / ${ORDERS_PER_S_OF_REST}`,
    })
    .from(sumsAsOf);
  if (!state) throw new Error("nobody knows when the sums were counted");
  return state;
}

/**
 * Counts the sums, and how often each trim was ordered, unless another process has done so meanwhile. Whoever reads
 * them at the same time reads the former ones. The moment is noted first: what happens later counts as not yet summed.
 */
async function countSums(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('count sums', 0))`);
    if ((await readState(tx)).haveChanged) await countAnew(tx);
  });
}

/** Counts the sums, whether or not anything has changed. */
export async function countAnew(tx: Db | Tx): Promise<void> {
  for (const view of [sumsAsOf, sales, buyers, buyerWords, companySums])
    await tx.execute(sql`refresh materialized view concurrently ${view}`);
  await tx.execute(sql`
    insert into ${trimOrders} (trim_id, number, orders)
    select ${trims.id}, ${trims.number}, count(${orders.id}) from ${trims} left join ${orders} on ${orders.trimId} = ${trims.id}
    group by ${trims.id}
    on conflict (trim_id) do update set orders = excluded.orders where ${trimOrders.orders} <> excluded.orders`);
}

/** Makes the days of the sums those of this time zone. */
export async function sumByDaysOf(db: Db, timeZone: string): Promise<void> {
  await db.update(orderSums).set({ timeZone }).where(ne(orderSums.timeZone, timeZone));
  const others = await db.select({ at: sumsAsOf.at }).from(sumsAsOf).where(ne(sumsAsOf.timeZone, timeZone));
  if (others.length > 0) await countAnew(db);
}

/**
 * Counts the sums whenever orders have changed and the sums have rested, over a connection of its own, because no
 * statement of the others may take so long. Returns the function that stops it.
 */
export function keepSums(db: Db, direct: Connection, log: Log): () => Promise<void> {
  return repeat(
    async () => {
      const { haveChanged, haveRested } = await readState(db);
      if (!haveChanged || !haveRested) return;
      const client = createClient(direct, "rivet-and-reed sums");
      // The statement under way reports the error.
      client.on("error", () => {});
      try {
        await client.connect();
        await countSums(drizzle(client));
      } finally {
        await client.end();
      }
    },
    LOOK_MS,
    (err) => log.warn({ err }, "the sums of orders could not be counted"),
  );
}

import { sql } from "drizzle-orm";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { type Buyers, ofBuyers } from "./filter.server.ts";

/** How many orders have each combination of states, without empty ones. */
export type StatusCounts = (OrderStatus & { count: number })[];

const CACHE_MS = 5_000;
/** Fewer are counted within some milliseconds, and so each time. */
const MANY = 10_000;

const cache = new WeakMap<Db | Tx, { at: number; counts: Promise<StatusCounts> }>();

/** The counts of all orders. Those of many orders are up to five seconds old if nobody has announced a change. */
export async function countByStatus(db: Db | Tx): Promise<StatusCounts> {
  const known = cache.get(db);
  if (known && performance.now() - known.at < CACHE_MS) return known.counts;
  const entry = { at: performance.now(), counts: readCounts(db) };
  cache.set(db, entry);
  let areMany = false;
  try {
    const counts = await entry.counts;
    areMany = counts.reduce((sum, { count }) => sum + count, 0) >= MANY;
    return counts;
  } finally {
    if (!areMany && cache.get(db) === entry) cache.delete(db);
  }
}

/** Orders have changed: they are counted anew. */
export function forgetCounts(db: Db | Tx): void {
  cache.delete(db);
}

/** The counts of the orders of a person or a company. */
export function countOwnByStatus(db: Db | Tx, buyers: Buyers): Promise<StatusCounts> {
  return readCounts(db, buyers);
}

async function readCounts(db: Db | Tx, buyers: Buyers = {}): Promise<StatusCounts> {
  const { review, shipping, payment } = orders;
  return await db
    .select({ review, shipping, payment, count: sql`count(*)`.mapWith(Number) })
    .from(orders)
    .where(ofBuyers(buyers))
    .groupBy(review, shipping, payment)
    .orderBy(review, shipping, payment);
}

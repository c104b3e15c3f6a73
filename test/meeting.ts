import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";

/** How many wait for a lock in this database. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}

/**
 * Sends two requests while `hold` holds what both lock, the second once the first waits. When both wait, they go on, each on
 * a connection of its own.
 */
export async function meet<One, Other>(
  db: Db,
  hold: (tx: Tx) => Promise<unknown>,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  // A patient caller who waited too long for the lock waits again.
  const waiting = (count: number) =>
    expect.poll(() => countWaiting(db), { timeout: 5_000, interval: 5 }).toBeGreaterThanOrEqual(count);
  const { sent } = await inTransaction(db, async (tx) => {
    await hold(tx);
    const first = one();
    await waiting(1);
    const second = other();
    await waiting(2);
    return { sent: Promise.all([first, second]) };
  });
  return sent;
}

import { sql } from "drizzle-orm";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";

/**
 * Does a chore in one transaction, unless another process is doing it at this moment; then returns false. The lock ends
 * with the transaction, so that it holds through PgBouncer as well.
 */
export async function oneAtATime(db: Db, name: string, chore: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`chore ${name}`}, 0)) as free`,
    );
    if (!rows[0]?.free) return false;
    await chore(tx);
    return true;
  });
}

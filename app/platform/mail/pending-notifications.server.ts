import { getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { enqueueMails, type Mail } from "./enqueue.server.ts";

const LOOK_MS = 500;
/** The most rows that one transaction handles, and so the most that one mail tells of. */
const BATCH = 2_000;

/** What nobody has been told about yet, in the order in which it happened. */
type PendingTable = PgTable & { seq: PgColumn };

/** Writes mails twice a second. Returns what stops it. */
export function keepFlushing(tell: () => Promise<void>, log: Log): () => Promise<void> {
  return repeat(tell, LOOK_MS, (err) => log.warn({ err }, "mails could not be written"));
}

/**
 * Queues the mails that `write` makes of the rows of `table`, and deletes these rows in the same transaction, until
 * there are none of those that are due. Several processes may do this at once.
 */
export async function flushPending<Table extends PendingTable>(
  db: Db,
  table: Table,
  write: (tx: Tx, pending: Table["$inferSelect"][]) => Promise<Mail[]>,
  isDue?: SQL,
): Promise<void> {
  for (;;) {
    const rows = await inTransaction(db, async (tx) => {
      const pending = await takeOldest(tx, table, isDue);
      const mails = await write(tx, pending);
      if (mails.length > 0) await enqueueMails(tx, mails);
      return pending.length;
    });
    if (rows < BATCH) return;
  }
}

async function takeOldest<Table extends PendingTable>(
  tx: Tx,
  table: Table,
  isDue: SQL | undefined,
): Promise<Table["$inferSelect"][]> {
  const oldest = tx
    .select({ seq: table.seq })
    .from(table as PgTable)
    .where(isDue)
    .orderBy(table.seq)
    .limit(BATCH)
    .for("update", { skipLocked: true });
  return tx.delete(table).where(inArray(table.seq, oldest)).returning();
}

/** What is still to be told, and stays so. Nothing, if the database is of a version that had no such table. */
export async function listPending<Table extends PendingTable>(db: Db, table: Table): Promise<Table["$inferSelect"][]> {
  const { rows } = await db.execute<{ name: string | null }>(sql`select to_regclass(${getTableName(table)}) as name`);
  return rows[0]?.name ? db.select().from(table as PgTable) : [];
}

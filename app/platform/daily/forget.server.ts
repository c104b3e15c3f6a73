import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#app/platform/db/client.server.ts";
import { oneAtATime } from "./one-at-a-time.server.ts";

const AT_ONCE = 5_000;

/**
 * Deletes the rows that are over, unless another process is doing so at this moment. A few at a time, each in a
 * transaction of its own: however many a flood has left, no statement takes longer than one may.
 */
export async function forgetRows(db: Db, table: PgTable, isOver: SQL): Promise<void> {
  let deleted: number;
  do {
    deleted = 0;
    await oneAtATime(db, `forget ${getTableConfig(table).name}`, async (tx) => {
      const some = sql`select ctid from ${table} where ${isOver} limit ${AT_ONCE}`;
      const { rowCount } = await tx.execute(sql`delete from ${table} where ctid = any(array(${some}))`);
      deleted = rowCount ?? 0;
    });
  } while (deleted === AT_ONCE);
}

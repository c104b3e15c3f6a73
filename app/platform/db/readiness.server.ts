import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { MIGRATIONS } from "./migrate.server.ts";

/**
 * More than fits into the smallest memory that a query can have, so PostgreSQL writes a temporary file. On a full disk
 * that fails at once, long before the write-ahead log is full, whose files were created earlier.
 */
const NEEDS_ROOM = "set work_mem = '64kB'; select count(*) from generate_series(1, 4000)";

/**
 * Returns a function that checks whether this database can take orders. It writes without leaving a row, so it fails if
 * the server is read-only, its disk is full, or a replica that must confirm does not. @throws Error with the reason
 */
export function readinessOf(pool: pg.Pool): () => Promise<void> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder: MIGRATIONS }).map((file) => file.folderMillis));
  return async () => {
    const { rows } = await pool.query<{ last: string | null }>(
      `select (select max(created_at) from drizzle.__drizzle_migrations) as last,
         pg_logical_emit_message(true, 'rivet-and-reed', 'ready')`,
    );
    if (Number(rows[0]?.last ?? 0) < newest) throw new Error("the database lacks migrations");
    const { rows: settings } = await pool.query<{ only: string }>(
      "select current_setting('transaction_read_only') as only",
    );
    if (settings[0]?.only !== "off") throw new Error("the database is read-only");
    await pool.query(NEEDS_ROOM);
  };
}

import type pg from "pg";
import type { Log } from "#app/platform/log.server.ts";

const needed = ["fsync", "full_page_writes", "synchronous_commit"];

/** Warns if the server is set to answer before an order is safe on disk. */
export async function checkDurability(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) and setting not in ('on', 'remote_apply', 'remote_write')",
    [needed],
  );
  for (const { name, setting } of rows) log.warn(`PostgreSQL has ${name} = ${setting}: a crash may lose orders`);
}

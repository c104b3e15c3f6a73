import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import type { Connection, Db } from "./client.server.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../db/migrations", import.meta.url));
/** Any number will do, as long as every process of the shop uses it. */
const MIGRATION_LOCK = 7_274_001;

/**
 * Migrates the schema, then runs `prepare` (the seed), one process at a time. The others wait for the lock and find the
 * work done; `log` says who they are waiting for. The lock ends with its connection, even if the process is killed.
 */
export async function migrateDatabase(
  connection: Connection,
  prepare: (db: Db) => Promise<void> = async () => {},
  log?: Log,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "rivet-and-reed migration" });
  // The current or next statement will fail and report it.
  client.on("error", () => {});
  await client.connect();
  try {
    await takeLock(client, log);
    const db = drizzle(client);
    await migrate(db, { migrationsFolder: MIGRATIONS });
    await prepare(db);
  } finally {
    await client.end();
  }
}

/** Only the lock ends this wait: a migration may take long, and running a second one would only do harm. */
async function takeLock(client: pg.Client, log: Log | undefined): Promise<void> {
  const tried = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [MIGRATION_LOCK]);
  if (tried.rows[0]?.taken) return;
  const { rows: holders } = await client.query(
    `select pid, application_name as application, client_addr as address, backend_start as since
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  log?.warn({ holders }, "waiting for the migration lock, which another process holds");
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
}

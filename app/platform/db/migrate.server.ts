import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import type { Connection, Db } from "./client.server.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../db/migrations", import.meta.url));
/** Any number, as long as every process of the shop takes the same. */
const MIGRATION_LOCK = 7_274_001;

/**
 * Brings the schema up to date and then runs `prepare` (the seed), one process at a time: others wait at the lock and
 * find the work done; `log` is told for whom they wait. The lock goes with the connection, so a killed process leaves none behind.
 */
export async function migrateDatabase(
  connection: Connection,
  prepare: (db: Db) => Promise<void> = async () => {},
  log?: Log,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "rivet-and-reed migration" });
  // The statement under way, or the next one, fails and tells.
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

/** Nothing ends this wait but the lock: a process that migrates may take long, and a second one would only do harm. */
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

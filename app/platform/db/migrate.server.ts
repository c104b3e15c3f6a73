import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { type Connection, createClient, type Db, sqlState } from "./client.server.ts";
import { applyFunctions, createFunctionNotes, FUNCTIONS } from "./functions.server.ts";

/** The folder of the migrations. */
export const MIGRATIONS = fileURLToPath(new URL("../../../db/migrations", import.meta.url));
/** Any number will do, as long as every process of the shop uses it. */
const MIGRATION_LOCK = 7_274_001;
const LOCK_RETRY_MS = 200;
/** A statement that waits for a whole table blocks all others meanwhile, and two may wait for each other. */
const LOCK_PATIENCE_MS = 100;

/**
 * Migrates the schema, applies the SQL functions of `functions`, then runs `prepare` (the seed), one process at a time.
 * The others wait for the lock and find the work done; `log` says who they are waiting for. The lock ends with its
 * connection, even if the process is killed.
 */
export async function migrateDatabase(
  connection: Connection,
  prepare: (db: Db) => Promise<void> = async () => {},
  log?: Log,
  functions: string = FUNCTIONS,
): Promise<void> {
  const client = createClient(connection, "rivet-and-reed migration");
  // The current or next statement will fail and report it.
  client.on("error", () => {});
  await client.connect();
  try {
    await takeMigrationLock(client, log);
    const db = drizzle(client);
    await migrate(client);
    // If this fails, the end of the connection undoes it.
    await client.query("begin");
    await applyFunctions(client, functions);
    await client.query("commit");
    await finishOnline(client);
    await prepare(db);
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock for changes of the schema; it ends with the connection. The wait has no time limit: a migration may
 * take long, and running a second one would only do harm.
 */
export async function takeMigrationLock(client: pg.Client, log?: Log): Promise<void> {
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
  // Polled, because a statement that waits has a snapshot, and an index made online waits for all snapshots.
  for (let taken = false; !taken; ) {
    await pause(LOCK_RETRY_MS);
    const again = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [MIGRATION_LOCK]);
    taken = again.rows[0]?.taken === true;
  }
}

/**
 * Applies the pending files in their order, each in a transaction of its own: Drizzle's migrator would hold the locks
 * of the first until the last is done, while buyers wait. The table in which they are noted is Drizzle's.
 */
async function migrate(client: pg.Client): Promise<void> {
  await createNotes(client);
  const { rows } = await client.query<{ last: string | null }>(
    "select max(created_at) as last from drizzle.__drizzle_migrations",
  );
  const last = Number(rows[0]?.last ?? 0);
  // Reading and hashing all files at each start would take longer than asking for the last one.
  const journal: { entries: { when: number }[] } = JSON.parse(readFileSync(`${MIGRATIONS}/meta/_journal.json`, "utf8"));
  if (journal.entries.every(({ when }) => when <= last)) return;
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
    if (folderMillis <= last) continue;
    while (!(await applied())) await pause(LOCK_RETRY_MS);

    /** False when a table was in use. */
    async function applied(): Promise<boolean> {
      try {
        await client.query(`begin; set local lock_timeout = ${LOCK_PATIENCE_MS}`);
        for (const statement of sql) await client.query(statement);
        await client.query(NOTE, [hash, folderMillis]);
        // It may have dropped or replaced some.
        await client.query("delete from drizzle.__functions");
        await client.query("commit");
        return true;
      } catch (error) {
        await client.query("rollback");
        const code = sqlState(error);
        if (code === "55P03" || code === "40P01") return false;
        throw error;
      }
    }
  }
}

async function createNotes(client: pg.Client): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  await createFunctionNotes(client);
}

const NOTE = "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)";

/**
 * Applies the migrations with these hashes, the first ones, to an empty database, inside the transaction of `client`.
 * The next start does the rest. When they are all, the functions follow, so that stored words are this version's.
 * Returns false when they are not the first ones that this version of the shop has.
 */
export async function migrateWithin(client: pg.Client, hashes: readonly string[]): Promise<boolean> {
  const all = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  const files = all.slice(0, hashes.length);
  if (files.length < hashes.length || files.some(({ hash }, at) => hash !== hashes[at])) return false;
  await createNotes(client);
  for (const { sql, hash, folderMillis } of files) {
    for (const statement of sql) await client.query(statement);
    await client.query(NOTE, [hash, folderMillis]);
  }
  if (files.length === all.length) await applyFunctions(client);
  return true;
}

/**
 * Runs what reads a whole table while the shop is open: the statements of `online/`, each outside a transaction, and
 * the checks that were added as not valid. If cut off, it begins again at the next start.
 */
async function finishOnline(client: pg.Client): Promise<void> {
  await client.query("create table if not exists drizzle.__online_migrations (file text primary key)");
  const { rows: done } = await client.query<{ file: string }>("select file from drizzle.__online_migrations");
  const pending = readdirSync(`${MIGRATIONS}/online`).filter((name) => !done.some(({ file }) => file === name));
  for (const file of pending.toSorted()) {
    const text = readFileSync(`${MIGRATIONS}/online/${file}`, "utf8");
    await dropUnfinished(client, text);
    const statements = text.split(/;\s*$/m);
    for (const statement of statements) if (statement.trim()) await client.query(statement);
    await client.query("insert into drizzle.__online_migrations values ($1)", [file]);
  }
  const { rows: unchecked } = await client.query<{ statement: string }>(`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
    from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`);
  for (const { statement } of unchecked) await client.query(statement);
}

/**
 * Drops what is left of the indexes that this file makes anew, if that was cut off: they are maintained but never used.
 * Leaves indexes of others alone.
 */
async function dropUnfinished(client: pg.Client, text: string): Promise<void> {
  const created = text.matchAll(/^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/gm);
  const rebuilt = text.matchAll(/^REINDEX INDEX CONCURRENTLY "(\w+)"/gm);
  // PostgreSQL rebuilds an index under another name.
  const names = [...[...created].map(([, name]) => name), ...[...rebuilt].map(([, name]) => `${name}_cc(new|old)\\d*`)];
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop index concurrently %s', indexrelid::regclass) as statement
     from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace and relname ~ $1`,
    [`^(${names.join("|")})$`],
  );
  for (const { statement } of rows) await client.query(statement);
}

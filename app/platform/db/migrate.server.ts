import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Connection, Db } from "./client.server.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../db/migrations", import.meta.url));
/** Any number, as long as every process of the shop takes the same. */
const MIGRATION_LOCK = 7_274_001;

/**
 * Brings the schema up to date and then runs `prepare` (the seed), one process at a time: others wait at the lock and
 * find the work done. The lock goes with the connection, so a killed process leaves none behind.
 */
export async function migrateDatabase(
  connection: Connection,
  prepare: (db: Db) => Promise<void> = async () => {},
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "rivet-and-reed migration" });
  // The statement under way, or the next one, fails and tells.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const db = drizzle(client);
    await migrate(db, { migrationsFolder: MIGRATIONS });
    await prepare(db);
  } finally {
    await client.end();
  }
}

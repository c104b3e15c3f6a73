import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { insertAccessToken } from "#app/features/identity/sessions.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import type { Connection, Db } from "#app/platform/db/client.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { startEngine } from "#app/platform/engine/engine.server.ts";

export type Databases = {
  /** The database of this name, filled unless an earlier run has done so; newer migrations are applied to it. */
  open(name: string, seed: (db: Db) => Promise<void>, fill: (made: Connection) => Promise<void>): Promise<Connection>;
  close(): Promise<void>;
};

/** Databases on an engine of their own, in a folder that stays, or in one that goes with them. */
export async function openDatabases(folder: string | undefined): Promise<Databases> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), "rivet-bench-"));
  const engine = await startEngine({ dataDir, log: () => {} });
  return {
    async open(name, seed, fill) {
      const connection = { ...engine.connection, database: name };
      const [known] = await run(engine.connection, `select from pg_database where datname = '${name}'`);
      if (known) {
        await migrateDatabase(connection);
        return connection;
      }
      // Renamed when it is complete: one that was cut off is made again.
      const draft = { ...connection, database: `${name}_draft` };
      await run(engine.connection, `drop database if exists ${draft.database}`);
      await run(engine.connection, `create database ${draft.database}`);
      await migrateDatabase(draft, seed);
      const startMs = performance.now();
      await fill(draft);
      console.log(`${name} filled in ${Math.round((performance.now() - startMs) / 1000)} s`);
      await run(engine.connection, `alter database ${draft.database} rename to ${name}`);
      return connection;
    },
    async close() {
      await engine.stop();
      if (!folder) rmSync(dataDir, { recursive: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function run(connection: Connection, statement: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The header with which this person asks the API. */
export async function signIn(db: Db, who: { email: string }): Promise<{ authorization: string }> {
  const person = (await db.select().from(users)).find(({ email }) => email === who.email);
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
  const [session] = await db
    .insert(sessions)
    .values({ userId: person?.id ?? "", token: crypto.randomUUID(), expiresAt })
    .returning();
  return { authorization: `Bearer ${await insertAccessToken(db, session?.id ?? "")}` };
}

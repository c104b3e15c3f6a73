import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { prepareMailQueue } from "#app/platform/mail/mail-queue.server.ts";
import { keepDemoData } from "./demo-data.ts";

export const TEMPLATE = "shop_template";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that all test files share; each makes a database of its own from the template. */
    server: { host: string; port: number; user: string };
  }
}

/** One PostgreSQL for the run, migrated once into a template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "rivet-test-"));
  const settings = { max_connections: "200" };
  const engine = await startEngine({ dataDir, log: () => {}, settings });
  const { host, port, user, database } = engine.connection;
  const client = new pg.Client({ host, port, user, database });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrateDatabase({ host, port, user, database: TEMPLATE }, async (db) => {
    await prepareMailQueue(db);
    await prepareSearch(db);
  });
  project.provide("server", { host, port, user });
  const demoData = keepDemoData();
  return async () => {
    const left = await listTestDatabases({ host, port, user, database });
    await engine.stop();
    rmSync(dataDir, { recursive: true });
    demoData.forget();
    if (left.length > 0) throw new Error(`these databases outlived their test files: ${left.join(", ")}`);
  };
}

async function listTestDatabases(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, 'test_')",
  );
  await client.end();
  return rows.map(({ name }) => name);
}

import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { TEMPLATE } from "./global-setup.ts";
import { afterFile } from "./teardown.ts";

export const silent = createLog("silent");

/** A database of one's own: migrated, or without even a table. It ends with the test file, or with `drop`. */
export async function createDatabase({ empty = false } = {}) {
  const server = inject("server");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asOwner(`create database ${name} template ${empty ? "template0" : TEMPLATE}`);
  const connection = { ...server, database: name };
  const pool = openPool(connection, silent);
  let dropped: Promise<void> | undefined;
  const drop = async () => {
    await pool.end();
    await asOwner(`drop database ${name} with (force)`);
  };
  const dropOnce = () => {
    dropped ??= drop();
    return dropped;
  };
  afterFile(dropOnce);
  return { db: openDb(pool), connection, drop: dropOnce };
}

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject("server"), database: "shop" });
  await client.connect();
  await client.query(statement);
  await client.end();
}

import { Hono } from "hono";
import { afterEach, expect, it } from "vitest";
import { openPool } from "#app/platform/db/client.server.ts";
import { readinessOf } from "#app/platform/db/readiness.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { createDatabase, silent } from "#test/database.ts";
import { createHealth } from "./health.server.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function open() {
  const database = await createDatabase();
  const pool = openPool(database.connection, silent, 1);
  ends.push(async () => {
    await pool.end();
    await database.drop();
  });
  const lines: string[] = [];
  const health = createHealth(readinessOf(pool), createLog("info", { write: (line) => lines.push(line) }));
  const app = new Hono().get("/livez", health.answerAlive).get("/readyz", health.answerReady);
  const ask = async (path = "/readyz") => {
    const response = await app.request(path);
    return [response.status, await response.text(), response.headers.get("retry-after")];
  };
  return { ask, health, lines, ...database };
}

const ready = [200, "ready", null];
const notReady = [503, "not ready", "1"];

it.each([
  [
    "lacks a migration",
    "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
    "lacks migrations",
  ],
  ["has no tables", "drop schema drizzle cascade", "does not exist"],
])("a shop whose database %s is alive, but not ready", async (_, break_, reason) => {
  const { ask, db, lines } = await open();
  await db.execute(break_);
  expect(await ask()).toEqual(notReady);
  expect(await ask("/livez")).toEqual([200, "alive", null]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "not ready", reason: expect.stringContaining(reason) },
  ]);
});

it("a shop whose database only reads is not ready until it writes again, and says both once", async () => {
  const { ask, db, connection, lines } = await open();
  const setReadOnly = async (value: "on" | "off") => {
    await db.execute(`alter database ${connection.database} set default_transaction_read_only = ${value}`);
    // The setting holds for new sessions.
    await db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  };
  expect(await ask()).toEqual(ready);
  await setReadOnly("on");
  await expect.poll(() => ask()).toEqual(notReady);
  await expect.poll(() => ask()).toEqual(notReady);
  await db.execute("set session characteristics as transaction read write");
  await setReadOnly("off");
  await expect.poll(() => ask()).toEqual(ready);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["not ready", "ready again"]);
});

it("a shop that is about to close is alive, but not ready", async () => {
  const { ask, health } = await open();
  health.leave();
  expect(await ask()).toEqual([503, "closing", "1"]);
  expect(await ask("/livez")).toEqual([200, "alive", null]);
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { openDb, openPool, transact } from "./client.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it("gives a connection back on which even `begin` fails", async () => {
  const pool = openPool(database.connection, silent, 2);
  const db = openDb(pool);
  const unknown = { isolationLevel: "of no kind" as "serializable" };
  for (let at = 0; at < 3; at++) {
    await expect(transact(db, async () => 1, unknown)).rejects.toMatchObject({ cause: { code: "42601" } });
  }
  expect(await transact(db, async (tx) => (await tx.execute(sql`select 7 as seven`)).rows)).toEqual([{ seven: 7 }]);
  await pool.end();
});

it("survives when a connection in use is cut, and reports the error to its user", async () => {
  const pool = openPool(database.connection, silent, 2);
  const client = await pool.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const gone = new Promise((resolve) => client.once("end", resolve));
  const cut = client.query("select pg_sleep(2)");
  await Promise.all([
    expect(cut).rejects.toMatchObject({ code: "57P01" }),
    pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]),
  ]);
  await gone;
  client.release();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

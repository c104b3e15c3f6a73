import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { afterCommit, inTransaction, openDb, openPool, type Tx, transact } from "./client.server.ts";

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

describe("what is left for the time after a commit", () => {
  const done: string[] = [];
  const leave = (tx: Tx, what: string) => afterCommit(tx, () => done.push(what));
  const failure = (code: string) => Object.assign(new Error("undone"), { code });
  beforeEach(() => {
    done.length = 0;
  });

  it("is done once the transaction has committed, and not before", async () => {
    const before = await inTransaction(database.db, async (tx) => {
      leave(tx, "act");
      await tx.execute(sql`select 1`);
      return [...done];
    });
    expect(before).toEqual([]);
    expect(done).toEqual(["act"]);
  });

  it("is not done if the transaction is undone, and once if only its first attempt is", async () => {
    let attempts = 0;
    await inTransaction(database.db, async (tx) => {
      leave(tx, `attempt ${++attempts}`);
      if (attempts === 1) throw failure("40P01");
    });
    const undone = inTransaction(database.db, async (tx) => {
      leave(tx, "undone");
      throw failure("23505");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(done).toEqual(["attempt 2"]);
  });

  it("waits for the outer transaction, and is not done if the inner one is undone", async () => {
    await inTransaction(database.db, async (tx) => {
      await transact(tx, async (inner) => leave(inner, "inner"));
      const undone = transact(tx, async (inner) => {
        leave(inner, "undone");
        throw failure("23505");
      });
      await expect(undone).rejects.toThrow("undone");
      leave(tx, "outer");
      expect(done).toEqual([]);
    });
    expect(done).toEqual(["inner", "outer"]);
  });

  it("cannot be left in a transaction whose end nobody would notice", async () => {
    const unnoticed = database.db.transaction(async (tx) => leave(tx, "act"));
    await expect(unnoticed).rejects.toThrow("nobody would notice");
  });
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

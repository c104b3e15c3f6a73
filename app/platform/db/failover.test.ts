import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { prepareEngines, query } from "#test/engine.ts";
import { openDb, openPool, sqlState, transact } from "./client.server.ts";
import { isStruggling } from "./struggling.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const engines = prepareEngines();

async function openRows(size = 1) {
  const pool = openPool(database.connection, silent, size);
  const db = openDb(pool);
  await db.execute(sql`create table if not exists rows (row serial)`);
  const write = () => transact(db, (tx) => tx.execute(sql`insert into rows default values`));
  return { pool, db, write };
}

describe("a connection is given to nobody else", () => {
  it("once its server refused a write", async () => {
    const { pool, db, write } = await openRows();
    await db.execute(sql`set default_transaction_read_only = on`);
    await expect(write()).rejects.toSatisfy((error) => sqlState(error) === "25006" && isStruggling(error));
    await write();
    await pool.end();
  });

  it("once its server did not answer in time, as when its machine is gone", { tags: ["trial"] }, async () => {
    const { pool, db, write } = await openRows();
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      await expect(write()).rejects.toSatisfy(isStruggling);
      await write();
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await pool.end();
  });
});

describe("a commit that waits for a second server", () => {
  it("is not acknowledged when somebody cancels the wait", async () => {
    const engine = await engines.start();
    await query(engine, "create table rows (row serial)");
    await query(engine, "alter system set synchronous_standby_names = 'nobody'");
    await query(engine, "select pg_reload_conf()");
    const shown = async () => (await query(engine, "show synchronous_standby_names"))[0]?.synchronous_standby_names;
    await expect.poll(shown).toBe("nobody");
    const pool = openPool(engine.connection, silent, 1);
    const cancelled = async (written: Promise<unknown>) => {
      const end = written.catch((error: unknown) => error);
      const cancel = () =>
        query(engine, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
      await expect.poll(cancel).toHaveLength(1);
      return end;
    };
    const inTransaction = transact(openDb(pool), (tx) => tx.execute(sql`insert into rows default values`));
    expect(await cancelled(inTransaction)).toSatisfy((error) => sqlState(error) === "40003" && isStruggling(error));
    expect(await cancelled(pool.query("insert into rows default values"))).toMatchObject({ code: "40003" });
    // Both are there, and may stay.
    expect(await query(engine, "select count(*)::int as rows from rows")).toEqual([{ rows: 2 }]);
    await pool.end();
  });
});

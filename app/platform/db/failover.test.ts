import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { prepareEngines, query } from "#test/engine.ts";
import { createClient, openDb, openPool, sqlState, transact } from "./client.server.ts";
import { faultOfUrl, readUrl } from "./hosts.server.ts";
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

  it("once its server did not answer in time, as when its machine is gone", async () => {
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

describe("several hosts", () => {
  it("are tried until one takes writes, also after the two have swapped", async () => {
    const { dataDir, parent } = engines.folders;
    const other = join(parent, "other");
    await promisify(execFile)("cp", ["-Rp", dataDir, other]);
    const first = await engines.start();
    await follow(other);
    const second = await engines.start({ dataDir: other, settings: following(first) });
    const url = `postgres://shop@${[first, second].map(toHost).join(",")}/shop?target_session_attrs=read-write`;
    const connection = readUrl(url);
    const pool = openPool(connection, silent, 3);
    const write = () => pool.query("insert into rows default values");
    await pool.query("create table rows (row serial)");
    await write();
    await expect.poll(() => query(second, "select count(*)::int as rows from rows")).toEqual([{ rows: 1 }]);

    await first.stop();
    // No server takes writes: a later try may succeed.
    await expect.poll(() => write().catch((error) => sqlState(error))).toBe("08001");
    await query(second, "select pg_promote()");
    await expect.poll(() => write().catch(() => undefined), { timeout: 10_000 }).toMatchObject({ rowCount: 1 });
    await pool.end();
    await follow(dataDir);
    const back = await engines.start({ settings: following(second) });
    await expect.poll(() => query(back, "select count(*)::int as rows from rows")).toEqual([{ rows: 2 }]);
    for (const order of [
      [back, second],
      [second, back],
    ]) {
      const client = createClient(readUrl(`postgres://shop@${order.map(toHost).join(",")}/shop`), "a test");
      await client.connect();
      expect((await client.query("select pg_is_in_recovery() as follows")).rows).toEqual([{ follows: false }]);
      await client.end();
    }
  });

  it("harm nobody who does not listen when they are cut", async () => {
    const engine = await engines.start();
    const client = createClient(readUrl(`postgres://shop@${toHost(engine)}/shop?target_session_attrs=primary`), "cut");
    await client.connect();
    // `once` of Node.js would listen to errors.
    const ended = new Promise((resolve) => client.once("end", resolve));
    await query(engine, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut'");
    await ended;
    await expect(client.query("select 1")).rejects.toSatisfy(isStruggling);
  });

  it.each([
    ["postgres://shop:x@a:5432,b:5433/shop?target_session_attrs=read-write", undefined],
    ["postgres://shop@[::1]:5432,b/shop", undefined],
    ["postgres://shop@a/shop", undefined],
    ["postgres://shop@a,b:x/shop", "write postgres://"],
    ["mysql://shop@a,b/shop", "write postgres://"],
    ["postgres://shop@a,b/shop?target_session_attrs=standby", "write target_session_attrs=read-write"],
  ])("%s: %s", (url, fault) => {
    if (fault) expect(faultOfUrl(url)).toContain(fault);
    else expect(faultOfUrl(url)).toBeUndefined();
  });
});

type Running = Awaited<ReturnType<typeof engines.start>>;

const toHost = ({ connection: { host, port } }: Running) => `${encodeURIComponent(host)}:${port}`;
const following = ({ connection: { host, port } }: Running) => ({
  primary_conninfo: `host='${host}' port=${port} user=shop`,
});
const follow = (dataDir: string) => writeFile(join(dataDir, "postgres", "standby.signal"), "");

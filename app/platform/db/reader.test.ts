import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { notFound } from "#app/contract/problem.ts";
import { buildApi } from "#app/platform/http/api.server.ts";
import { serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { silent } from "#test/database.ts";
import { prepareEngines, query } from "#test/engine.ts";
import { type Db, openDb, openPool } from "./client.server.ts";
import { createReader } from "./reader.server.ts";

const engines = prepareEngines();

/** A server, one that follows it, and the reader over both. */
async function openTwo() {
  const { dataDir, parent } = engines.folders;
  const other = join(parent, "other");
  await promisify(execFile)("cp", ["-Rp", dataDir, other]);
  const first = await engines.start();
  await query(first, "create table rows (row serial)");
  await writeFile(join(other, "postgres", "standby.signal"), "");
  const { host, port } = first.connection;
  const primary_conninfo = `host='${host}' port=${port} user=shop`;
  const second = await engines.start({ dataDir: other, settings: { primary_conninfo } });
  const writer = openPool(first.connection, silent, 2);
  const follower = openPool(second.connection, silent, 2);
  const db = openDb(writer);
  const reader = createReader({ db, writer, follower, log: silent, mostLagMs: 1_500 });
  return {
    first,
    second,
    db,
    reader,
    write: () => writer.query("insert into rows default values"),
    async end() {
      await reader.close();
      await writer.end();
    },
  };
}

const follows = async (db: Db) => (await db.execute(sql`select pg_is_in_recovery() as follows`)).rows[0]?.follows;
const countRows = async (db: Db) => (await db.execute(sql`select count(*)::int as rows from rows`)).rows[0]?.rows;

describe("reads that may be late", () => {
  it("go to the server that follows, and show each change that this process knows of", async () => {
    const { db, reader, write, end } = await openTwo();
    await expect.poll(async () => follows(await reader.choose()), { timeout: 10_000 }).toBe(true);
    for (let rows = 1; rows <= 30; rows++) {
      await write();
      reader.change();
      const chosen = await reader.choose();
      expect(await countRows(chosen)).toBe(rows);
    }
    await expect.poll(async () => follows(await reader.choose()), { timeout: 10_000 }).toBe(true);
    expect(await follows(db)).toBe(false);
    await end();
  });

  it("go to the server that writes while the other one is behind, or gone", async () => {
    const { second, reader, write, end } = await openTwo();
    const isLate = async () => follows(await reader.choose());
    await expect.poll(isLate, { timeout: 10_000 }).toBe(true);
    await query(second, "select pg_wal_replay_pause()");
    await write();
    // Nobody announced this change. What is shown may be this old, and no older.
    await expect.poll(isLate, { timeout: 10_000 }).toBe(false);
    await query(second, "select pg_wal_replay_resume()");
    await expect.poll(isLate, { timeout: 10_000 }).toBe(true);

    await query(second, "select pg_wal_replay_pause()");
    await write();
    reader.change();
    expect(await countRows(await reader.choose())).toBe(2);
    await query(second, "select pg_wal_replay_resume()");
    await expect.poll(isLate, { timeout: 10_000 }).toBe(true);

    await second.stop();
    await expect.poll(isLate, { timeout: 10_000 }).toBe(false);
    await end();
  });

  it("are those of nobody in particular, and of calls that may be late; what fails there is asked again", async () => {
    const { db, reader, end } = await openTwo();
    const output = z.object({ follows: z.unknown() });
    const open = { method: "GET", access: "public", summary: "x", output } as const;
    const show = async ({ db: from }: { db: Db }) => ({ follows: await follows(from) });
    const person = {
      id: "x",
      sessionId: "x",
      name: "x",
      email: "x@denim.example",
      isVerified: true,
      isAdmin: true,
      hasSecondFactor: false,
      isProved: true,
    };
    const api = buildApi({
      served: [
        serve(endpoint({ ...open, path: "/open" }), show),
        serve(endpoint({ ...open, path: "/own", access: "signed-in" }), show),
        serve(endpoint({ ...open, path: "/chart", access: "signed-in", mayBeLate: true }), show),
        serve(endpoint({ ...open, path: "/writes" }), async ({ db: from }) => {
          await from.execute(sql`insert into rows default values`);
          return show({ db: from });
        }),
        serve(endpoint({ ...open, path: "/new", refuses: [notFound] }), async ({ db: from }) => {
          if (await follows(from)) refuse(notFound, "It is not there yet.");
          return show({ db: from });
        }),
      ],
      ...{ mounts: [], db, reader, log: silent, trustedOrigins: [], onPagesChanged: () => {}, sessionCookie: "s" },
      ...{
        whoIs: async () => person,
        whoseCookie: async () => person,
        readNetwork: () => ["127.0.0.1"],
        readAddress: () => null,
      },
    });
    await expect.poll(async () => follows(await reader.choose()), { timeout: 10_000 }).toBe(true);
    const ask = async (path: string, headers: Record<string, string> = {}) =>
      (await (await api.request(path, { headers })).json()).follows;
    const token = { authorization: `Bearer ${"a".repeat(43)}` };
    expect(await ask("/open")).toBe(true);
    expect(await ask("/open", token)).toBe(false);
    expect(await ask("/open", { cookie: "s=1" })).toBe(false);
    expect(await ask("/own", token)).toBe(false);
    expect(await ask("/chart", token)).toBe(true);
    expect(await ask("/writes")).toBe(false);
    expect(await ask("/new")).toBe(false);
    await end();
  });
});

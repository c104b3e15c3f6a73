import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { seedDemo } from "#db/seed.ts";
import { createDatabase, silent } from "#test/database.ts";
import { listTrims } from "./list.server.ts";
import { prepareSearch } from "./search-engine.server.ts";

it("if the role may not add pg_trgm, one line says so, and searches run without corrections", async () => {
  const { db, connection, drop } = await createDatabase({ empty: true });
  await migrateDatabase(connection, (db) => seedDemo(db));
  const role = `tenant_${randomUUID().replaceAll("-", "")}`;
  await db.execute(sql.raw(`create role ${role} login; grant all on all tables in schema public to ${role}`));
  const pool = openPool({ ...connection, user: role }, silent);
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const find = async (q: string) =>
    (await listTrims(openDb(pool), { q, limit: 10, after: undefined })).rows.map(({ name }) => name);

  await prepareSearch(openDb(pool), log);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("CREATE EXTENSION pg_trgm");
  expect((await find("copper rivets"))[0]).toBe("Nipple rivet, copper, 9 mm");
  expect(await find("antiqe")).toEqual([]);

  // The database's owner adds it, and the shop is restarted.
  await db.execute(sql`create extension pg_trgm`);
  await db.execute(sql.raw(`alter table trim_words owner to ${role}; grant create on schema public to ${role}`));
  await prepareSearch(openDb(pool), log);
  expect(lines).toHaveLength(1);
  expect((await find("antiqe"))[0]).toBe("Domed rivet, antique brass, 9.5 mm");

  await pool.end();
  await db.execute(sql.raw(`drop owned by ${role} cascade; drop role ${role}`));
  await drop();
});

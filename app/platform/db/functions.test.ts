import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";
import { createClient, type Db } from "./client.server.ts";
import { FUNCTIONS } from "./functions.server.ts";
import { migrateDatabase, migrateWithin } from "./migrate.server.ts";

type SqlFunction = { name: string; definition: string; changedBy: string };

/** The shop's own functions, without those of extensions. */
async function readFunctions(db: Db): Promise<SqlFunction[]> {
  const { rows } = await db.execute<SqlFunction>(sql`
    select proname as name, pg_get_functiondef(oid) as definition, xmin::text as "changedBy" from pg_proc
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname, oid`);
  return rows;
}

const define = (functions: SqlFunction[]) => functions.map(({ definition }) => definition);
const files = readdirSync(FUNCTIONS);
const read = (file: string, folder = FUNCTIONS) => readFileSync(join(folder, file), "utf8");

let database: Awaited<ReturnType<typeof createDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rivet-functions-"));
  cpSync(FUNCTIONS, folder, { recursive: true });
  return () => rmSync(folder, { recursive: true });
});
const start = () => migrateDatabase(database.connection, undefined, undefined, folder);

describe("the functions of db/functions", () => {
  it("are all that a new shop has, and a shop that was upgraded, as the files say", async () => {
    const fresh = await readFunctions(database.db);
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name]) => name),
    );
    expect(fresh.map(({ name }) => name)).toEqual(named.toSorted());
    for (const file of files) await database.db.execute(sql.raw(read(file)));
    expect(define(await readFunctions(database.db))).toEqual(define(fresh));

    const upgraded = await createDatabase({ empty: true });
    await migrateUntil(upgraded.db, "words-without-accents");
    await migrateDatabase(upgraded.connection);
    expect(define(await readFunctions(upgraded.db))).toEqual(define(fresh));
    await upgraded.drop();
  });

  it("are applied at the next start if their file has changed, and only then", async () => {
    await start();
    const before = await readFunctions(database.db);
    await start();
    expect(await readFunctions(database.db)).toEqual(before);

    const changed = read("reviewers.sql", folder).replace("A former buyer", "Somebody");
    writeFileSync(join(folder, "reviewers.sql"), changed);
    await start();
    const after = await readFunctions(database.db);
    const news = after.filter(
      ({ name }, at) => before[at]?.name === name && before[at].changedBy !== after[at]?.changedBy,
    );
    expect(news).toEqual([
      { name: "forget_reviewer", definition: expect.stringContaining("Somebody"), changedBy: expect.any(String) },
    ]);
  });

  it("are all applied after a migration, which may have replaced some", async () => {
    await migrateDatabase(database.connection);
    const notes = await database.db.execute<{ file: string; hash: string }>(sql`select * from drizzle.__functions`);
    const upgraded = await createDatabase({ empty: true });
    await migrateUntil(upgraded.db, "fold-words-of-trims-once");
    await upgraded.db.execute(sql`create table drizzle.__functions (file text primary key, hash text not null)`);
    for (const { file, hash } of notes.rows)
      await upgraded.db.execute(sql`insert into drizzle.__functions values (${file}, ${hash})`);
    await migrateDatabase(upgraded.connection);
    expect(define(await readFunctions(upgraded.db))).toEqual(define(await readFunctions(database.db)));
    await upgraded.drop();
  });

  it("are those of this version in a restored shop, too, before its rows come", async () => {
    await migrateDatabase(database.connection);
    const { rows } = await database.db.execute<{ hash: string }>(
      sql`select hash from drizzle.__drizzle_migrations order by created_at`,
    );
    const restored = await createDatabase({ empty: true });
    const client = createClient(restored.connection, "restore");
    await client.connect();
    const hashes = rows.map(({ hash }) => hash);
    await client.query("begin");
    expect(await migrateWithin(client, hashes)).toBe(true);
    await client.query("commit");
    await client.end();
    expect(define(await readFunctions(restored.db))).toEqual(
      expect.arrayContaining(define(await readFunctions(database.db))),
    );
    await restored.drop();
  });

  it("are applied once when several processes start at the same time", async () => {
    await start();
    await database.db.execute(sql`create table runs (at timestamptz default clock_timestamp())`);
    appendFileSync(join(folder, "words.sql"), "INSERT INTO runs DEFAULT VALUES;");
    await Promise.all([start(), start(), start()]);
    expect((await database.db.execute(sql`select from runs`)).rows).toHaveLength(1);
  });

  it("with a mistake stop the start, which names the file and leaves the others as they were", async () => {
    await start();
    const before = await readFunctions(database.db);
    appendFileSync(join(folder, "reviewers.sql"), "-- changed");
    appendFileSync(
      join(folder, "words.sql"),
      "CREATE OR REPLACE FUNCTION wrong() RETURNS text LANGUAGE sql RETURN nowhere;",
    );
    await expect(start()).rejects.toThrow('db/functions/words.sql: column "nowhere" does not exist');
    expect(await readFunctions(database.db)).toEqual(before);
  });
});

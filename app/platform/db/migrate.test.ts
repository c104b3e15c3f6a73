import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanLine } from "#app/contract/text.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { profiles } from "#app/features/profiles/tables.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";
import { MIGRATIONS, migrateDatabase } from "./migrate.server.ts";

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

describe("migrating", () => {
  it("from several processes at once does the work one after the other, and once", async () => {
    const { db, connection } = database;
    for (const schema of ["public", "drizzle"]) await db.execute(`drop schema ${schema} cascade`);
    await db.execute("create schema public");
    let inside = 0;
    await Promise.all(
      Array.from({ length: 4 }, () =>
        migrateDatabase(connection, async () => {
          expect(++inside).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 20));
          inside--;
        }),
      ),
    );
    const { rows } = await db.execute(
      "select count(*)::int as runs, count(distinct created_at)::int as files from drizzle.__drizzle_migrations",
    );
    expect(rows[0]?.runs).toBe(rows[0]?.files);
  });

  it("says who holds its lock when it has to wait", async () => {
    const { connection } = database;
    const holder = new pg.Client({ ...connection, application_name: "psql of the night shift" });
    await holder.connect();
    await holder.query("select pg_advisory_lock(7274001)");
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => lines.push(line) });
    const migrated = migrateDatabase(connection, undefined, log);
    await expect.poll(() => lines.length).toBe(1);
    await holder.end();
    await migrated;
    const { msg, holders } = JSON.parse(lines[0] ?? "");
    expect(msg).toMatch(/^waiting for the migration lock/);
    expect(holders).toEqual([
      { pid: expect.any(Number), application: "psql of the night shift", address: null, since: expect.any(String) },
    ]);
  });

  it("rebuilds its own unfinished indexes, and leaves those of others alone", async () => {
    const { db, connection } = database;
    await db.execute("create table guests (name text)");
    await db.execute("insert into guests values ('Ada'), ('Ada')");
    await expect(db.execute("create unique index concurrently guests_name on guests (name)")).rejects.toThrow();
    await db.execute("delete from drizzle.__online_migrations");
    // What a REINDEX leaves that was cut off.
    await db.execute("create index users_words_ccnew1 on users (name)");
    await db.execute(`update pg_index set indisvalid = false
      where indexrelid in ('orders_state'::regclass, 'users_words_ccnew1'::regclass)`);
    await migrateDatabase(connection);
    const { rows } = await db.execute(
      `select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index
       where indexrelid in (to_regclass('guests_name'), to_regclass('orders_state'), to_regclass('users_words_ccnew1'))
       order by name`,
    );
    expect(rows).toEqual([
      { name: "guests_name", isValid: false },
      { name: "orders_state", isValid: true },
    ]);
  });

  it("cleans names of trims; where two are the same then, one gets its article number, and the audit log says so", async () => {
    const { db, connection, drop } = await createDatabase({ empty: true });
    await migrateUntil(db, "clean-what-was-typed");
    const names = ["Snap, horn, 15 mm", "Snap,\u00a0horn, 15 mm\u200b", "Zip\u00ad 5", "क्\u200dष"];
    await db.execute(sql`
      insert into trims (id, name, description, price, moq, quantity, img, alt)
      select gen_random_uuid(), name, '', 1, 1, 1, '', '' from unnest(${sql.param(names)}::text[]) as name`);
    await migrateDatabase(connection);
    const named = "Snap, horn, 15 mm, No. 002";
    const { rows } = await db.execute("select name from trims order by number");
    expect(rows.map(({ name }) => name)).toEqual(["Snap, horn, 15 mm", named, "Zip 5", "क्\u200dष"]);
    const { rows: actions } = await db.execute("select action, object, before, after from audit order by id");
    expect(actions).toEqual([
      {
        action: "change-trim",
        object: named,
        before: { name: "Snap,\u00a0horn, 15 mm\u200b" },
        after: { name: named },
      },
      { action: "change-trim", object: "Zip 5", before: { name: "Zip\u00ad 5" }, after: { name: "Zip 5" } },
    ]);
    await drop();
  });

  it("cleans names of people and companies as forms do, and leaves names of which nothing would be left", async () => {
    const { db } = database;
    const names = [
      ...["Zero\u200bWidth", "Mc\u00adDonald", "Nur\u00a0 Aisyah ", "\u202aAda\u202c", "Zoe\u0308", "Anne\u2011Marie"],
      ...["क्\u200dष", "علی\u200cرضا", "Ada \u200d", "O’Neill – Söhne", "Ada"],
    ];
    for (const [at, name] of [...names, "\u200b"].entries()) {
      const [person] = await db
        .insert(users)
        .values({ name, email: `${at}@mill.example` })
        .returning({ id: users.id });
      const about = { phone: "", linkedin: "", location: "", education: "", company: name };
      if (person) await db.insert(profiles).values({ userId: person.id, ...about });
    }
    const cleaning = readFileSync(`${MIGRATIONS}/online/0062_clean-names-of-people-and-companies.sql`, "utf8");
    for (let run = 0; run < 2; run++) await db.execute(cleaning);
    const cleaned = [...names.map(cleanLine), "\u200b"];
    const { rows } = await db.execute("select name, company from users join profiles on user_id = id order by id");
    expect(rows).toEqual(cleaned.map((name) => ({ name, company: name })));
  });
});

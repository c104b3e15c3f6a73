import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { migrateDatabase } from "./migrate.server.ts";

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
      "select count(*)::int as runs, count(distinct hash)::int as files from drizzle.__drizzle_migrations",
    );
    expect(rows[0]?.runs).toBe(rows[0]?.files);
  });
});

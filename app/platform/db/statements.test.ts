import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase, silent } from "#test/database.ts";
import { type Connection, openDb, openPool, transact } from "./client.server.ts";
import { NamelessClient, prepared } from "./statements.server.ts";

const roles = pgTable("pg_roles", { name: text("rolname").notNull() });
const findRole = prepared("find_role", (db) =>
  db
    .select({ name: roles.name })
    .from(roles)
    .where(sql`rolname = ${sql.placeholder("name")}`),
);

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/**
 * Runs a statement twice on a connection and once in its transaction. Returns what the connection then knows by name.
 */
async function findThrice(connection: Connection, role: string | undefined) {
  const pool = openPool(connection, silent, 1);
  try {
    const db = openDb(pool);
    for (let time = 0; time < 2; time++) expect(await findRole(db, { name: role })).toEqual([{ name: role }]);
    expect(await transact(db, (tx) => findRole(tx, { name: "nobody at all" }))).toEqual([]);
    const { rows } = await pool.query<{ name: string }>("select name from pg_prepared_statements");
    return rows.map(({ name }) => name.replace(/_[0-9a-f]{12}$/, " and its text"));
  } finally {
    await pool.end();
  }
}

it("is prepared once on a connection, inside and outside a transaction", async () => {
  const { connection } = database;
  expect(await findThrice(connection, connection.user)).toEqual(["find_role and its text"]);
});

it("goes without its name where a pooler would lose it", async () => {
  const { connection } = database;
  expect(await findThrice({ ...connection, Client: NamelessClient }, connection.user)).toEqual([]);
});

it("shares its name with another text", async () => {
  const pool = openPool(database.connection, silent, 1);
  const db = openDb(pool);
  const names = prepared("find_role", (at) => at.select({ upper: sql<string>`upper(rolname)` }).from(roles).limit(1));
  expect(await findRole(db, { name: database.connection.user })).toHaveLength(1);
  expect(await names(db)).toEqual([{ upper: expect.stringMatching(/^[^a-z]+$/) }]);
  await pool.end();
});

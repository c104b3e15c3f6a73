import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "#test/database.ts";
import { guards } from "./client.server.ts";
import { findPoolerFaults } from "./pooler.server.ts";

// `npm run ha` tests PgBouncer itself.
let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it("finds nothing to say where the shop sets the limits itself", async () => {
  const { connection } = database;
  expect(await findPoolerFaults({ connection, direct: connection })).toEqual([]);
});

it("names each limit that is not in force, with the statement that helps", async () => {
  const { connection, db } = database;
  const behind = { connection: { ...connection, isPooled: true }, direct: connection };
  const faults = await findPoolerFaults(behind);
  expect(faults.map((fault) => fault.split(" ")[0]).toSorted()).toEqual(Object.keys(guards).toSorted());
  for (const fault of faults) {
    const [statement = ""] = /alter role [^;]*/.exec(fault) ?? [];
    await db.execute(sql.raw(statement));
  }
  expect(await findPoolerFaults(behind)).toEqual([]);
});

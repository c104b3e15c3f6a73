import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDb, openPool } from "#app/platform/db/client.server.ts";
import { createDatabase, silent } from "#test/database.ts";
import { signedIn } from "#test/people.ts";
import { createTokenLookup } from "./access-tokens.server.ts";
import { accessTokens, sessions, users } from "./tables.server.ts";

const PEOPLE = 20;

let shop: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  shop = await createDatabase();
});
afterAll(() => shop.drop());

describe("tokens that come together", () => {
  it("are each their own holder's, and those that are over, waiting, unknown or twice there change no other's", async () => {
    const find = createTokenLookup(shop.db);
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, at) => signedIn(shop.db, { role: at % 3 === 0 ? "admin" : "buyer" })),
    );
    const [left, expired, waiting] = people.splice(0, 3);
    if (!left || !expired || !waiting) throw new Error("too few people");
    await shop.db.delete(sessions).where(eq(sessions.id, left.sessionId));
    await shop.db
      .update(accessTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(accessTokens.sessionId, expired.sessionId));
    await shop.db.update(sessions).set({ secondStep: "due" }).where(eq(sessions.id, waiting.sessionId));
    const tokens = [left, ...people, expired, waiting, ...people.slice(0, 5)].map(({ token }) => token);
    const found = await Promise.all([...tokens, "unknown"].map(find));
    const expected = people.map(({ id, sessionId, name, email }, at) => {
      return { id, sessionId, name, email, isAdmin: (at + 3) % 3 === 0 };
    });
    expect(found).toMatchObject([undefined, ...expected, undefined, undefined, ...expected.slice(0, 5), undefined]);
  });

  it("are looked up together, by a plan that is kept", async () => {
    const pool = openPool(shop.connection, silent, 1);
    const find = createTokenLookup(openDb(pool));
    const people = await Promise.all(Array.from({ length: 8 }, () => signedIn(shop.db)));
    for (let time = 0; time < 9; time++) await Promise.all(people.map(({ token }) => find(token)));
    const { rows } = await pool.query(
      "select (generic_plans + custom_plans)::int as calls, generic_plans::int as generic from pg_prepared_statements",
    );
    await pool.end();
    // PostgreSQL plans each of the first five.
    expect(rows).toEqual([{ calls: 9, generic: 4 }]);
  });

  it("are read after the call came: a sign-out or a lost role holds for the next call", async () => {
    const find = createTokenLookup(shop.db);
    const [leaving, rising] = [await signedIn(shop.db), await signedIn(shop.db)];
    const ask = () => Promise.all([leaving, rising].map(({ token }) => find(token)));
    expect(await ask()).toMatchObject([{ id: leaving.id }, { isAdmin: false }]);
    const before = ask();
    await shop.db.delete(sessions).where(eq(sessions.id, leaving.sessionId));
    await shop.db
      .update(users)
      .set({ role: "admin", staffRoles: ["owner"] })
      .where(eq(users.id, rising.id));
    expect(await ask()).toMatchObject([undefined, { isAdmin: true }]);
    await before;
  });

  it("are all told when the database does not answer", async () => {
    const pool = openPool(shop.connection, silent, 1);
    const find = createTokenLookup(openDb(pool));
    await pool.end();
    const all = await Promise.allSettled(["one", "two"].map(find));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

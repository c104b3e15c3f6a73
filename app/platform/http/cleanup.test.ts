import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { forgetOld } from "./cleanup.server.ts";
import { idempotencyKeys, rateLimits } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
});

it("what has expired is deleted in small statements, however much it is, and the rest stays", async () => {
  await shop.db.execute(sql`create table deleted (rows integer)`);
  await shop.db.execute(sql`create function note_deleted() returns trigger language plpgsql as $$
    begin insert into deleted select count(*) from gone; return null; end $$`);
  await shop.db.execute(sql`create trigger note_deleted after delete on rate_limits
    referencing old table as gone for each statement execute function note_deleted()`);
  await shop.db.execute(sql`
    insert into rate_limits select 'old ' || at, 1, now() - interval '1 minute' from generate_series(1, 12000) as at`);
  await shop.db.insert(rateLimits).values({ key: "going", points: 1, expire: new Date(Date.now() + 60_000) });
  const about = { owner: randomUUID(), fingerprint: "", answer: {} };
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000).toISOString();
  await shop.db.insert(idempotencyKeys).values([
    { ...about, key: "old", createdAt: twoDaysAgo },
    { ...about, key: "young" },
  ]);
  await forgetOld(shop.db);
  expect(await shop.db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: "going" }]);
  expect(await shop.db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).toEqual([{ key: "young" }]);
  const { rows } = await shop.db.execute<{ most: number }>(sql`select max(rows) as most from deleted`);
  expect(rows[0]?.most).toBeLessThanOrEqual(5_000);
});

import { existsSync } from "node:fs";
import { isNotNull, lte, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staffRoles } from "#app/contract/staff.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { families, priceBreaks, trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { buildTrim } from "#test/builders.ts";
import { createDatabase } from "#test/database.ts";
import { demoPeople } from "./demo-people.ts";
import facts from "./facts.json" with { type: "json" };
import { removeDemoPeople, seedDemo } from "./seed.ts";

let db: Db;
beforeAll(async () => {
  const database = await createDatabase();
  db = database.db;
  afterAll(database.drop);
  await seedDemo(db);
});

const rowsOf = async () => Promise.all([db.select().from(trims), db.select().from(reviews), db.select().from(users)]);

describe("seeding a demo shop", () => {
  it("R-002 brings 107 trims of all six lines, 12 reviews, a buyer, and staff of each role", async () => {
    const [allTrims, allReviews, people] = await rowsOf();
    expect(allTrims).toHaveLength(107);
    expect(new Set(allTrims.map(({ line }) => line)).size).toBe(6);
    expect(allReviews).toHaveLength(12);
    expect(people.filter(({ role }) => role === "buyer").map(({ email }) => email)).toEqual([demoPeople.buyer.email]);
    const staff = people.filter(({ role }) => role === "admin").map(({ email, staffRoles }) => [email, staffRoles]);
    expect(staff).toHaveLength(staffRoles.length);
    for (const role of staffRoles)
      expect(staff).toContainEqual([demoPeople[role === "owner" ? "admin" : role].email, [role]]);
  });

  it("shows something of each line among the first six numbers", async () => {
    const first = await db.select({ line: trims.line }).from(trims).where(lte(trims.number, 6));
    expect(new Set(first.map(({ line }) => line)).size).toBe(6);
  });

  it("names pictures that are there", async () => {
    for (const { img } of await db.select({ img: trims.img }).from(trims))
      expect(existsSync(`public${img}`), img).toBe(true);
  });

  it("changes nothing the second time", async () => {
    const before = await rowsOf();
    await seedDemo(db);
    expect(await rowsOf()).toEqual(before);
  });

  it("describes each family of the catalogue, also in a shop that was seeded before", async () => {
    const named = await db.selectDistinct({ family: trims.family }).from(trims).where(isNotNull(trims.family));
    await db.delete(families);
    await seedDemo(db);
    const described = await db.select({ family: families.slug }).from(families);
    expect(described.length).toBeGreaterThan(10);
    expect(described.map(({ family }) => family).sort()).toEqual(named.map(({ family }) => family).sort());
  });

  it("gives each trim its price breaks and low mark", async () => {
    const rows = await db.select().from(priceBreaks).orderBy(priceBreaks.trimId, priceBreaks.from);
    const bySlug = Map.groupBy(rows, ({ trimId }) => trimId);
    const all = await db.select().from(trims).orderBy(trims.number).limit(107);
    const shown = all.map(({ id, img, lowStockAt }) => ({
      slug: /([^/]+)\.webp$/.exec(img)?.[1],
      lowStockAt,
      priceBreaks: bySlug.get(id)?.map(({ from, price }) => ({ from, price })),
    }));
    const meant = facts.trims.map(({ slug, lowStockAt, priceBreaks }) => ({ slug, lowStockAt, priceBreaks }));
    expect(new Map(shown.map((trim) => [trim.slug, trim]))).toEqual(new Map(meant.map((trim) => [trim.slug, trim])));
  });

  it("leaves the next article number free", async () => {
    expect((await buildTrim(db)).number).toBe(108);
  });

  it("removes its people when the shop is no longer a demo", async () => {
    await removeDemoPeople(db);
    expect(await db.$count(users)).toBe(0);
    expect(await db.$count(trims, sql`true`)).toBeGreaterThan(100);
  });
});

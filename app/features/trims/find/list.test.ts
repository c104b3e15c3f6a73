import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Trim } from "#app/features/trims/contract.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { seedDemo } from "#db/seed.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";
import { toMatchCursor } from "./list-sort.server.ts";

let shop: TestApp;
let added: { name: string };
let ordered: { name: string };

beforeAll(async () => {
  shop = await startTestApp();
  await seedDemo(shop.db);
  const buyer = await signedIn(shop.db);
  added = await buildTrim(shop.db, { price: "0.0180" });
  ordered = await buildTrim(shop.db, { createdAt: "2020-01-01T00:00:00.000Z" });
  const trim = await shop.db.execute<{ id: string; name: string }>(
    sql`select id, name from trims where name = ${ordered.name}`,
  );
  for (let times = 0; times < 3; times++) {
    const body = newOrder(buyer, trim.rows[0] ?? { id: "", name: "" });
    expect((await call(shop, "POST /orders", { as: buyer, body })).status).toBe(200);
  }
});

/** All pages of a list, `limit` rows at a time. */
async function readPages(search: string, limit: number): Promise<Trim[]> {
  const rows: Trim[] = [];
  for (let path = `/trims?${search}&limit=${limit}`; path; ) {
    const response = await shop.api.request(path);
    expect(response.status, path).toBe(200);
    rows.push(...(await response.json()));
    path = /<\/?(?:api)?(\/trims[^>]*)>/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
  }
  return rows;
}

describe.each([
  "sort=newest",
  "sort=price",
  "sort=-price",
  "sort=ordered",
  "",
  "q=brass",
  "q=brass&sort=price",
  "line=rivets&sort=newest",
  "inStock=50000&sort=ordered",
  "q=bra%20ant&line=rivets",
])("the list by %s", (search) => {
  it("has each trim once and in the same order, whatever the size of its pages", async () => {
    const whole = (await readPages(search, 1000)).map(({ number }) => number);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(3);
    for (const limit of [1, 7]) {
      expect((await readPages(search, limit)).map(({ number }) => number)).toEqual(whole);
    }
  });
});

describe("the orders of the list", () => {
  it("are time and price", async () => {
    const newest = await readPages("sort=newest", 1000);
    expect(newest[0]?.name).toBe(added.name);
    expect(newest.at(-1)?.name).toBe(ordered.name);
    const prices = (await readPages("sort=price", 1000)).map(({ price }) => Number(price));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect((await readPages("sort=-price", 1000)).map(({ price }) => Number(price))).toEqual(prices.toReversed());
  });

  it.each(["", "inStock=1&", "line=buttons&", "q=brass&sort=newest&"])(
    "end behind the largest number: %s",
    async (search) => {
      const largest = search.includes("sort=newest")
        ? Buffer.from(JSON.stringify(["newest", "2000-01-01T00:00:00.000Z", MAX_INTEGER])).toString("base64url")
        : MAX_INTEGER;
      const answer = await shop.api.request(`/trims?${search}after=${largest}`);
      expect([answer.status, await answer.json()]).toEqual([200, []]);
    },
  );

  it("go on with lesser matches behind the largest number of the best", async () => {
    const answer = await shop.api.request(`/trims?q=brass&after=${toMatchCursor(0, MAX_INTEGER)}`);
    expect(answer.status).toBe(200);
  });

  it("refuse a cursor of another order", async () => {
    const cursor = async (search: string) => {
      const link = (await shop.api.request(`/trims?${search}&limit=1`)).headers.get("link") ?? "";
      return new URLSearchParams(/\?([^>]*)/.exec(link)?.[1]).get("after") ?? "";
    };
    const price = await cursor("sort=price");
    const match = await cursor("q=brass");
    for (const search of [
      `sort=newest&after=${price}`,
      `after=${match}`,
      `q=brass&after=${price}`,
      "sort=ordered&after=5",
      "q=brass&after=5",
    ]) {
      expect((await shop.api.request(`/trims?${search}`)).status, search).toBe(400);
    }
  });
});

describe("filters", () => {
  const namesBy = async (search: string) => (await readPages(search, 1000)).map(({ name }) => name);

  it("widen the list within a filter and narrow it across filters", async () => {
    const names = await namesBy("line=rivets&finish=copper&finish=raw%20copper&certificate=nickel-free%20EN%201811");
    expect(names.toSorted()).toEqual([
      "Cross-dot rivet, raw copper, 9 mm",
      "Nipple rivet, copper, 9 mm",
      "Solid copper burr rivet, 12 mm",
    ]);
    expect(await namesBy("line=rivets&finish=copper&finish=raw%20copper&inStock=8000&sizeFrom=9&sizeTo=9")).toEqual([
      "Nipple rivet, copper, 9 mm",
    ]);
  });

  it("ignore sizes unless a line is chosen", async () => {
    expect(await namesBy("sizeFrom=9&sizeTo=9")).toHaveLength((await namesBy("")).length);
  });
});

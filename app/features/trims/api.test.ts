import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";
import { unknownFacts } from "./facts.contract.ts";
import { families } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
  await buildTrim(shop.db, { name: "Domed rivet, antique brass, 9.5 mm", line: "rivets", price: "0.0345" });
  await buildTrim(shop.db, { name: "Brass zipper No. 5, 18 cm", line: "zippers-pullers" });
  await buildTrim(shop.db, { name: "Jacron patch 100% natural_a", line: "labels-hangtags", quantity: 0 });
});

async function namesAt(path: string): Promise<string[]> {
  const response = await call(shop, `GET ${path}`);
  expect(response.status).toBe(200);
  return (await response.json()).map(({ name }: { name: string }) => name);
}

describe("GET /trims", () => {
  it("answers a bare array in the contract's shape, in the order of article numbers", async () => {
    const response = await call(shop, "GET /trims");
    const list = await response.json();
    expect(list).toHaveLength(3);
    expect(list[0]).toEqual({
      _id: expect.any(String),
      name: "Domed rivet, antique brass, 9.5 mm",
      price: "0.0345",
      description: "Struck for a test",
      moq: 100,
      quantity: 1000,
      img: "/images/products/mini-rivet-brass-7.webp",
      alt: "A rivet",
      line: "rivets",
      number: 1,
      priceBreaks: [],
      ...unknownFacts,
    });
    expect(response.headers.get("x-total-count")).toBe("3");
    expect(response.headers.get("link")).toBeNull();
  });

  it("pages with limit and the cursor of the Link header, keeping the filter", async () => {
    const first = await call(shop, "GET /trims?limit=1&q=brass");
    expect(first.headers.get("x-total-count")).toBe("2");
    const next = /<\/api(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(await namesAt(next)).toEqual(["Brass zipper No. 5, 18 cm"]);
  });

  it.each([
    ["q=BRASS", 2],
    ["q=mm%20domed", 1],
    ["line=rivets", 1],
    ["line=rivets&q=zipper", 0],
    ["q=100%25", 1],
    ["q=", 3],
    ["q=l_a", 0],
    ["q=%25", 0],
    ["q='%20or%201=1--", 0],
  ])("finds by %s", async (query, count) => {
    expect(await namesAt(`/trims?${query}`)).toHaveLength(count);
  });

  it.each(["limit=0", "limit=1001", "limit=x", "line=shoes", "after=x", "nonsense=1", "q=a&q=b"])(
    "refuses ?%s with 400",
    async (query) => {
      expect((await call(shop, `GET /trims?${query}`)).status).toBe(400);
    },
  );
});

describe("GET /trims/:id", () => {
  it.each(["4200", "0004201"])("answers by the article number %s", async (number) => {
    const trim = await buildTrim(shop.db, { number: Number(number) });
    expect(await (await call(shop, `GET /trims/${number}`)).json()).toMatchObject({ _id: trim.id });
    await call(shop, `DELETE /trims/${trim.id}`, { as: await signedIn(shop.db, { role: "admin" }) });
    expect((await call(shop, `GET /trims/${number}`)).status).toBe(404);
  });

  it("answers one trim", async () => {
    const trim = await buildTrim(shop.db, { name: "Mini rivet" });
    const response = await call(shop, `GET /trims/${trim.id}`);
    expect(await response.json()).toMatchObject({ _id: trim.id, name: "Mini rivet" });
  });

  it("answers 404 for an unknown id and 400 for a malformed one", async () => {
    expect((await call(shop, "GET /trims/01980000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await call(shop, "GET /trims/four")).status).toBe(400);
  });
});

describe("GET /trims/:id/relatives", () => {
  it("answers the rest of the family, by article number, with what they differ by", async () => {
    await shop.db.insert(families).values({ slug: "domes", name: "Domed rivet", differBy: ["size", "finish"] });
    const [first, second, third] = [
      await buildTrim(shop.db, { family: "domes" }),
      await buildTrim(shop.db, { family: "domes", quantity: 0 }),
      await buildTrim(shop.db, { family: "domes" }),
    ];
    await buildTrim(shop.db, { family: "domes", removedAt: new Date().toISOString() });
    const answer = await (await call(shop, `GET /trims/${second.number}/relatives`)).json();
    expect(answer.family).toEqual({ slug: "domes", name: "Domed rivet", differBy: ["size", "finish"] });
    expect(answer.trims).toMatchObject([
      { _id: first.id, quantity: 1000 },
      { _id: third.id, quantity: 1000 },
    ]);
  });

  it("answers nobody for a trim of no family, and for the only one of its own", async () => {
    const alone = await buildTrim(shop.db);
    const only = await buildTrim(shop.db, { family: "nobody-described" });
    for (const { id } of [alone, only]) {
      expect(await (await call(shop, `GET /trims/${id}/relatives`)).json()).toEqual({ family: null, trims: [] });
    }
  });

  it("answers 404 for an unknown trim", async () => {
    expect((await call(shop, "GET /trims/999999999/relatives")).status).toBe(404);
  });
});

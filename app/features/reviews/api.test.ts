import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call } from "#test/people.ts";
import { reviews } from "./tables.server.ts";

let shop: TestApp;

beforeAll(async () => {
  shop = await startTestApp();
  const row = { name: "Priya Raghunath", email: "merch@neelbandh-blue.example", review: "Even cones.", ratings: 5 };
  await shop.db.insert(reviews).values([row, { ...row, review: "Matched the lab dip." }]);
});

describe("GET /reviews", () => {
  it("answers a bare array, newest first, with nothing but the contract's fields", async () => {
    const response = await call(shop, "GET /reviews");
    const list = await response.json();
    expect(list.map(({ review }: { review: string }) => review)).toEqual(["Matched the lab dip.", "Even cones."]);
    expect(Object.keys(list[0]).sort()).toEqual(["_id", "email", "img", "name", "ratings", "review"]);
    expect(response.headers.get("x-total-count")).toBe("2");
  });

  it("pages by keyset", async () => {
    const first = await call(shop, "GET /reviews?limit=1");
    const next = /<\/api(.*)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await (await call(shop, `GET ${next}`)).json();
    expect(second).toEqual([expect.objectContaining({ review: "Even cones." })]);
  });
});

import { beforeAll, expect, it } from "vitest";
import type { StaffRole } from "#app/contract/staff.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import type { SearchAnswer } from "./contract.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db, { name: "O’Neill \\ & Søn" });
  const order = {
    ...newOrder(buyer, await buildTrim(shop.db, { name: "Rivet" }), 100),
    address: "ﷺ".repeat(900),
    phone: "00000",
  };
  expect((await call(shop, "POST /orders", { as: buyer, body: order })).status).toBe(200);
});

const search = (q: string) => call(shop, `GET /search?q=${encodeURIComponent(q)}`, { as: admin });

it.each([
  ["a percent sign", "%"],
  ["an apostrophe", "'"],
  ["operators of tsquery", "& | ! <-> :* ( ) 'q"],
  ["a backslash at the end", "qbc\\"],
  ["a weight", "q:*A & q:D"],
  ["a statement", "'; drop table orders; --"],
  ["letters of other scripts", "日本 Ünï ﷺ 👩‍👩‍👧"],
  ["digits of another script", "١٥٨٦"],
  ["punctuation", "-- / . , ( ) $"],
  ["a day that is none", "31 Feb 2026 99.99.9999"],
  ["a large amount", "$99999999999999999999999999999999999999"],
  ["a large number", "#99999999999"],
  ["many digits", "1".repeat(80)],
  ["many words", "q ".repeat(40)],
  ["an id", "00000000-0000-0000-0000-000000000000"],
  ["an address that is none", "@ @@ q@ @.@"],
])("answers %s without a fault", async (_, q) => {
  const response = await search(q);
  expect(response.status).toBe(200);
  const { found }: SearchAnswer = await response.json();
  expect(found).toEqual([]);
  for (const path of ["/allOrders", "/orderSheets", "/buyers"]) {
    const list = await call(shop, `GET ${path}?q=${encodeURIComponent(q)}`, { as: admin });
    expect([path, list.status, await list.json()]).toEqual([path, 200, []]);
  }
});

it("refuses no words and ten thousand characters", async () => {
  for (const q of ["", "  ", "\u200b\u2060", "q".repeat(10_000)]) expect((await search(q)).status).toBe(400);
  expect((await call(shop, "GET /search", { as: admin })).status).toBe(400);
});

it("finds names with signs, and answers buyers nothing", async () => {
  const { found }: SearchAnswer = await (await search("o'neill \\ & soen søn")).json();
  expect(found).toEqual([]);
  const kinds = (answer: SearchAnswer) => answer.found.map(({ kind }) => kind);
  expect(kinds(await (await search("o'neill & son")).json())).toEqual(["buyers", "orders"]);
  expect((await call(shop, "GET /search?q=neill", { as: buyer })).status).toBe(403);
  expect((await call(shop, "GET /search?q=neill")).status).toBe(401);
});

it("shows buyers only to roles that may read them, and orders to all", async () => {
  const kinds = async (...staffRoles: StaffRole[]) => {
    const as = await signedIn(shop.db, { role: "admin", staffRoles });
    const { found }: SearchAnswer = await (await call(shop, "GET /search?q=neill", { as })).json();
    return found.map(({ kind }) => kind);
  };
  expect(await kinds("warehouse")).toEqual(["orders"]);
  expect(await kinds("catalogue")).toEqual(["orders"]);
  expect(await kinds("orders")).toEqual(["buyers", "orders"]);
  expect(await kinds("accounts")).toEqual(["buyers", "orders"]);
});

import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { StaffRole } from "#app/contract/staff.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { creditNotes } from "#app/features/documents/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder, newSheet } from "#test/builders.ts";
import { buildCompany } from "#test/companies.ts";
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

it("finds names with signs, and answers visitors nothing", async () => {
  const { found }: SearchAnswer = await (await search("o'neill \\ & soen søn")).json();
  expect(found).toEqual([]);
  const kinds = (answer: SearchAnswer) => answer.found.map(({ kind }) => kind);
  expect(kinds(await (await search("o'neill & son")).json())).toEqual(["buyers", "orders"]);
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

describe("what a buyer finds", () => {
  it("is their own and what their present company bought, and never others', whatever number they know", async () => {
    const { manager, viewer, id, join } = await buildCompany(shop.db);
    const [trim, other] = [await buildTrim(shop.db, { name: "Horn toggle" }), await buildCompany(shop.db)];
    const body = { ...newSheet(manager, [trim]), poNumber: "ND-26021" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    const sent = await (await call(shop, "POST /orderSheets", { as: manager, body, headers })).json();
    const path = `/orders/${sent.orderIds[0]}`;
    for (const [track, from, to] of [
      ["review", "in-review", "accepted"],
      ["payment", "pending", "invoiced"],
    ]) {
      expect((await call(shop, `POST ${path}/moves`, { as: admin, body: { track, from, to } })).status).toBe(200);
    }
    const { number } = await (await call(shop, `GET ${path}`, { as: manager })).json();
    const [invoice] = await (await call(shop, "GET /invoices", { as: admin })).json();
    const credit = { invoice: invoice.number, reason: "Wrong address" };
    const noted = await call(shop, "POST /creditNotes", {
      ...{ as: admin, body: credit, headers: { "idempotency-key": crypto.randomUUID() } },
    });
    expect(noted.status).toBe(200);
    const [note = expect.unreachable()] = await shop.db.select().from(creditNotes);
    const kindsOf = async (as: TestPerson, q: string) => {
      const response = await call(shop, `GET /search?q=${encodeURIComponent(q)}`, { as });
      const { found }: SearchAnswer = await response.json();
      return found.map(({ kind }) => kind);
    };
    const { found }: SearchAnswer = await (await search(invoice.number)).json();
    expect(found[0]).toMatchObject({ kind: "invoices", hits: [{ number: invoice.number, state: "credited" }] });
    const asked: [q: string, kinds: string[]][] = [
      [`No. ${number}`, ["orders"]],
      [`S-${sent.number}`, ["sheets"]],
      ["nd 26021", ["orders", "sheets"]],
      [invoice.number, ["invoices"]],
      [note.number, ["invoices"]],
    ];
    // Products are for everybody.
    const others = async (as: TestPerson, q: string) => (await kindsOf(as, q)).filter((kind) => kind !== "products");
    const left = await join("purchaser");
    await shop.db.delete(companyMembers).where(eq(companyMembers.userId, left.id));
    const unconnected = await signedIn(shop.db);
    expect(id).not.toBe(other.id);
    for (const [q, kinds] of asked) {
      for (const as of [manager, viewer]) expect([q, await kindsOf(as, q)]).toEqual([q, expect.arrayContaining(kinds)]);
      for (const as of [other.manager, left, unconnected]) expect([q, await others(as, q)]).toEqual([q, []]);
    }
    for (const [role, kinds] of [
      ["accounts", ["invoices"]],
      ["orders", ["invoices"]],
      ["warehouse", []],
      ["catalogue", []],
    ] as const) {
      const as = await signedIn(shop.db, { role: "admin", staffRoles: [role] });
      expect([role, await kindsOf(as, note.number)]).toEqual([role, kinds]);
    }
    expect(await kindsOf(unconnected, "horn toggle")).toEqual(["products"]);
    expect(await kindsOf(viewer, "horn toggle")).toContain("orders");
  });
});

import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { unguard } from "#app/contract/csv.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { newOrder, newSheet } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

/** What a spreadsheet would run, one for each character that begins a formula. */
const payloads = {
  item: `=HYPERLINK("https://evil.example","open")`,
  alt: "@SUM(1+1)*cmd|' /C calc'!A0",
  description: "-2+3\n=1+1",
  buyer: "=cmd|' /C calc'!A0",
  address: "+1+cmd|' /C calc'!A0",
  poNumber: "-5+7",
  carrier: "@carrier",
  trackingNumber: "＝1+1",
};
const dangerous = /^\s*[=+\-@|%＝＋－＠]/;
/** A constant in the form of a formula, which spreadsheets show as it is. */
const label = /^="[\w+][^"]*"$/;
/** Money that is taken back. */
const amount = /^-\d+(\.\d+)?$/;

/** Every table that leaves the shop, with the texts above that it must hold. */
const tables: Record<string, readonly (keyof typeof payloads)[]> = {
  "GET /trims.csv": ["item", "alt", "description"],
  "GET /allOrders.csv": ["item", "buyer", "address", "poNumber", "carrier", "trackingNumber"],
  "GET /buyers.csv": ["buyer"],
  "GET /audit.csv": ["item"],
  "GET /accounts.csv": ["buyer", "carrier", "address"],
  "GET /statement.csv": ["carrier"],
};

/** What some of them are asked for. */
const asked: Record<string, () => string> = {
  "GET /accounts.csv": () => "?from=2020-01-01&to=2099-12-31",
  "GET /statement.csv": () => `?buyer=${buyer.id}&from=2020-01-01`,
};

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db, { name: payloads.buyer });
  const { item: name, alt, description } = payloads;
  const trim = { name, alt, description, price: "1", moq: 100, quantity: 1000, img: "https://pictures.example/a.jpg" };
  const added = await call(shop, "POST /trims", { as: admin, body: trim });
  const { insertedId } = await added.json();
  const { address, poNumber, carrier, trackingNumber } = payloads;
  const body = { ...newSheet(buyer, [{ id: insertedId }]), address, poNumber };
  const headers = { "idempotency-key": "1" };
  expect((await call(shop, "POST /orderSheets", { as: buyer, body, headers })).status).toBe(200);
  const order = { ...newOrder(buyer, { id: insertedId, name }), address };
  const placed = await (await call(shop, "POST /orders", { as: buyer, body: order })).json();
  for (const move of [
    { track: "review", from: "in-review", to: "accepted" },
    { track: "shipping", from: "pending", to: "packed" },
    { track: "shipping", from: "packed", to: "shipped", carrier, trackingNumber },
    { track: "payment", from: "pending", to: "invoiced", dueOn: "2030-01-31", lateDue: true },
  ]) {
    expect((await call(shop, `POST /orders/${placed.insertedId}/moves`, { as: admin, body: move })).status).toBe(200);
  }
  const [{ number }] = await (await call(shop, `GET /invoices?order=${placed.insertedId}`, { as: admin })).json();
  for (const [path, more] of [
    ["/payments", { amount: "1.00", day: "2026-01-31", reference: carrier }],
    ["/creditNotes", { lines: [{ order: placed.insertedId, pieces: 1 }], reason: address }],
  ] as const) {
    const sent = { as: admin, body: { invoice: number, ...more }, headers: { "idempotency-key": path } };
    expect((await call(shop, `POST ${path}`, sent)).status).toBe(200);
  }
});

type Document = { paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>> };

describe("the tables that leave the shop", () => {
  it("are all named here", async () => {
    const { paths }: Document = await (await shop.app.request("/api/openapi.json")).json();
    const given = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => "text/csv" in (responses[200]?.content ?? {}))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(given.toSorted()).toEqual(Object.keys(tables).toSorted());
  });

  it.each(Object.entries(tables))("%s: runs no formula, and gives each text back as it was", async (target, held) => {
    const response = await call(shop, `${target}${asked[target]?.() ?? ""}`, { as: admin });
    const { data, errors } = Papa.parse<string[]>((await response.text()).trimEnd());
    expect(errors).toEqual([]);
    const cells = data.flat();
    expect(cells.filter((cell) => dangerous.test(cell) && !label.test(cell) && !amount.test(cell))).toEqual([]);
    for (const name of held) {
      expect(cells).not.toContain(payloads[name]);
      expect(cells.map(unguard)).toContain(payloads[name]);
    }
  });
});

import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newSheet } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

let shop: TestApp;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
});

const newKey = () => ({ "idempotency-key": randomUUID() });

describe("a sent sheet", () => {
  it("becomes an order for each line, with the number and the prices of the sheet", async () => {
    const trims = [await buildTrim(shop.db), await buildTrim(shop.db, { price: "2.2500" })];
    const body = { ...newSheet(buyer, trims), poNumber: "4500-2271", company: "Norrland Denim AB", country: "SE" };
    const sent = await call(shop, "POST /orderSheets", { as: buyer, body, headers: newKey() });
    expect(sent.status).toBe(200);
    const { acknowledged, insertedId, number, orderIds } = await sent.json();
    expect(acknowledged).toBe(true);
    const sheet = await (await call(shop, `GET /orderSheets/${number}`, { as: buyer })).json();
    expect(sheet).toMatchObject({
      ...{ _id: insertedId, number, poNumber: "4500-2271", company: "Norrland Denim AB", country: "SE" },
      ...{ note: null, wantedOn: null, lines: 2, pieces: 200, total: "231.20" },
    });
    expect(sheet.orders.map(({ _id }: { _id: string }) => _id)).toEqual(orderIds);
    expect(sheet.orders).toMatchObject(
      trims.map(({ name }) => ({ productName: name, sheetId: insertedId, sheetNumber: number, poNumber: "4500-2271" })),
    );
    expect(await Promise.all(trims.map(({ id }) => readStock(shop.db, id)))).toEqual([900, 900]);
    const listed = await call(shop, `GET /orderSheets?email=${buyer.email}&q=4500`, { as: buyer });
    expect((await listed.json()).map((row: { number: number }) => row.number)).toEqual([number]);
  });

  it("is answered again as at first when the day on which it is wanted is over, and sent once", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    const body = { ...newSheet(person, [trim]), wantedOn: new Date().toISOString().slice(0, 10) };
    const sent = { as: person, body, headers: newKey() };
    const first = await call(shop, "POST /orderSheets", sent);
    expect(first.status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60 * 1000 });
    try {
      const again = await call(shop, "POST /orderSheets", sent);
      expect([again.status, await again.json()]).toEqual([200, await first.json()]);
      expect((await call(shop, "POST /orderSheets", { ...sent, headers: newKey() })).status).toBe(400);
    } finally {
      vi.useRealTimers();
    }
    expect(await readStock(shop.db, trim.id)).toBe(900);
  });

  it("tells what happened to its orders, and its buyer neither the names nor the notes of admins", async () => {
    const admin = await signedIn(shop.db, { role: "admin", name: "Maud Reed" });
    const body = newSheet(buyer, [await buildTrim(shop.db), await buildTrim(shop.db), await buildTrim(shop.db)]);
    const sent = await (await call(shop, "POST /orderSheets", { as: buyer, body, headers: newKey() })).json();
    const other = { ...body, lines: body.lines.slice(0, 1) };
    await call(shop, "POST /orderSheets", { as: buyer, body: other, headers: newKey() });
    const [first, second, third] = sent.orderIds;
    const note = { note: "Ask for the cartons.", noteFor: "internal" };
    const acceptance = { track: "review", from: "in-review", to: "accepted" };
    await call(shop, "POST /orderMoves", { as: admin, body: { ids: [second, first], ...acceptance, ...note } });
    await call(shop, `DELETE /orders/${third}`, { as: buyer, body: {} });
    const read = async (as: TestPerson) => (await call(shop, `GET /orderSheets/${sent.insertedId}`, { as })).json();
    const { orders: placed, events } = await read(admin);
    const [one, two, three] = placed.map(({ number }: { number: number }) => number);
    const byBuyer = { role: "buyer", name: buyer.name, isMe: false };
    expect(events).toMatchObject([
      { kind: "placed", by: byBuyer, orders: [one, two, three] },
      { to: "accepted", by: { role: "admin", name: "Maud Reed", isMe: true }, ...note, orders: [one, two] },
      { to: "cancelled", by: byBuyer, orders: [three] },
    ]);
    const mine = { role: "buyer", name: buyer.name, isMe: true };
    expect((await read(buyer)).events).toMatchObject([
      { kind: "placed", by: mine, orders: [one, two, three] },
      { to: "accepted", by: { role: "admin", name: null }, note: null, noteFor: null, orders: [one, two] },
      { to: "cancelled", by: mine, orders: [three] },
    ]);
  });

  it("names every line that is wrong, by its place, and takes nothing", async () => {
    const [good, small, short, other] = [
      await buildTrim(shop.db),
      await buildTrim(shop.db, { moq: 500 }),
      await buildTrim(shop.db, { quantity: 40, moq: 1 }),
      await buildTrim(shop.db),
    ];
    const { lines, ...about } = newSheet(buyer, [good, small, short, other]);
    const priced = [...lines.slice(0, 3), { ...lines[3], unitPrice: "0.06" }];
    const body = { ...about, lines: priced };
    const sent = await call(shop, "POST /orderSheets", { as: buyer, body, headers: newKey() });
    expect(sent.status).toBe(409);
    expect(await sent.json()).toMatchObject({
      code: "below-minimum",
      errors: [
        { field: "lines.1.orderQuantity", message: "Minimum Order Quantity is 500" },
        { field: "lines.2.orderQuantity", message: "Maximum Order Quantity is 40" },
        {
          field: "lines.3.unitPrice",
          message: "100 pieces cost $0.0620 per piece now, not $0.0600",
        },
      ],
      now: { "lines.3.unitPrice": "0.0620" },
    });
    expect(await readStock(shop.db, good.id)).toBe(1000);
    expect(await shop.db.$count(orders, eq(orders.trimId, good.id))).toBe(0);
  });
});

it("counts each line of a sheet: a few long ones are as many orders as hundreds of short ones", async () => {
  const limits = { "sheet-line-account": { points: 5, minutes: 60 } };
  const few = await startTestApp({ limits });
  const buyer = await signedIn(few.db);
  const trims = await Promise.all(Array.from({ length: 3 }, () => buildTrim(few.db)));
  const send = async () => {
    const body = newSheet(buyer, trims);
    return (await call(few, "POST /orderSheets", { as: buyer, body, headers: newKey() })).status;
  };
  expect([await send(), await send()]).toEqual([200, 429]);
});

describe("a draft", () => {
  it("is empty at first, and changes only from the version that is named", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    const first = await call(shop, "GET /orderDraft", { as: person });
    expect(await first.json()).toEqual({
      ...{ lines: [], poNumber: null, wantedOn: null, address: null, shipTo: null, phone: null },
      ...{ note: null, company: null, country: null, mayOrder: true },
    });
    const put = (etag: string | null, body: object) =>
      call(shop, "PUT /orderDraft", { as: person, body, headers: etag ? { "if-match": etag } : {} });
    const body = { lines: [{ trimId: trim.id, orderQuantity: 5 }], note: " ", address: "Umeå" };
    const saved = await put(first.headers.get("etag"), body);
    expect(saved.status).toBe(200);
    const draft = await saved.json();
    expect(draft).toMatchObject({
      lines: [{ trimId: trim.id, orderQuantity: 5, gone: false, name: trim.name, seenPrice: "0.0620" }],
      ...{ note: null, address: "Umeå" },
    });
    const fields = { street: "Vävaregatan 14", town: " ", country: "SE" };
    const half = await put(saved.headers.get("etag"), { ...body, address: null, shipTo: fields });
    const shipTo = { company: null, name: null, street: "Vävaregatan 14", more: null, postcode: null, town: null };
    expect(await half.json()).toMatchObject({ address: null, shipTo: { ...shipTo, country: "SE" } });
    const back = await put(half.headers.get("etag"), body);
    expect(await back.clone().json()).toMatchObject({ address: "Umeå", shipTo: null });
    const stale = await put(first.headers.get("etag"), { lines: [] });
    expect(stale.status).toBe(412);
    expect(stale.headers.get("etag")).toBe(back.headers.get("etag"));
    expect(await stale.json()).toMatchObject({ code: "draft-changed", now: draft });
    expect((await put(null, { lines: [] })).status).toBe(412);
  });
});

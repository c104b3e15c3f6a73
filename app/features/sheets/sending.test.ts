import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newOrder, newSheet } from "#test/builders.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";

let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
});

function send(as: TestPerson, body: object, key: string = randomUUID()) {
  return call(shop, "POST /orderSheets", { as, body, headers: { "idempotency-key": key } });
}

const change = (id: string, body: object) => call(shop, `PATCH /trims/${id}`, { as: admin, body });
const sheetsOf = (person: TestPerson) => shop.db.$count(orderSheets, eq(orderSheets.userId, person.id));
const ordersOf = (person: TestPerson) => shop.db.$count(orders, eq(orders.userId, person.id));

describe("sending a sheet", () => {
  it("takes each line at the price of its own quantity, as the page quotes it, and numbers the orders in order", async () => {
    const breaks = [
      { from: 500, price: "0.0555" },
      { from: 900, price: "0.0333" },
    ];
    const trims = await buildTrims(shop.db, 5);
    for (const { id } of trims) expect((await change(id, { priceBreaks: breaks })).status).toBe(200);
    const pieces = [100, 500, 899, 900, 899];
    const { lines, ...about } = newSheet(buyer, trims);
    const body = { ...about, lines: lines.map((line, at) => ({ ...line, orderQuantity: pieces[at] })) };
    const { number, orderIds } = await (await send(buyer, body)).json();
    const sheet = await (await call(shop, `GET /orderSheets/${number}`, { as: buyer })).json();
    expect(sheet.orders).toMatchObject(
      pieces.map((count, at) => ({
        _id: orderIds[at],
        orderQuantity: count,
        unitPrice: quotePrice({ price: "0.0620", priceBreaks: breaks }, count).unitPrice,
      })),
    );
    // 6.20 + 27.75 + 49.8945 + 29.97 + 49.8945: each line in cents, where the sum alone would be 163.71.
    expect(sheet.total).toBe("163.70");
    const numbers = sheet.orders.map((order: { number: number }) => order.number);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b));
    const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderIds[3]));
    expect(events).toMatchObject([{ kind: "placed", actorId: buyer.id, actorRole: "buyer" }]);
  });

  it("takes a trim however its id is written, and once", async () => {
    const trim = await buildTrim(shop.db);
    const { lines, ...about } = newSheet(buyer, [{ id: trim.id.toUpperCase() }]);
    expect((await send(buyer, { ...about, lines: [...lines, ...newSheet(buyer, [trim]).lines] })).status).toBe(400);
    expect((await send(buyer, { ...about, lines })).status).toBe(200);
  });

  it("tells all that is wrong, and names the refusal by the first kind", async () => {
    const gone = await buildTrim(shop.db);
    expect((await call(shop, `DELETE /trims/${gone.id}`, { as: admin })).status).toBe(200);
    const [good, dearer, short] = [
      await buildTrim(shop.db),
      await buildTrim(shop.db),
      await buildTrim(shop.db, { quantity: 99, moq: 1 }),
    ];
    const { lines, ...about } = newSheet(buyer, [dearer, short, good, gone, { id: randomUUID() }]);
    const seen = lines.map((line) => ({ ...line, unitPrice: "0.0600" }));
    const refused = await send(buyer, { ...about, lines: [...seen.slice(0, 2), lines[2], ...seen.slice(3)] });
    expect(refused.status).toBe(404);
    const problem = await refused.json();
    expect(problem.code).toBe("not-found");
    expect(problem.errors.map(({ field }: { field: string }) => field)).toEqual([
      ...["lines.0.unitPrice", "lines.1.orderQuantity", "lines.1.unitPrice", "lines.3.orderQuantity"],
      "lines.4.orderQuantity",
    ]);
    expect(problem.now).toEqual({ "lines.0.unitPrice": "0.0620", "lines.1.unitPrice": "0.0620" });
    expect(problem.detail).toMatch(/^No\. \d{3,}: 100 pieces cost .*; Line 5: .* catalogue\. Nothing was ordered\.$/);
    expect(await readStock(shop.db, good.id)).toBe(1000);
  });

  it.each([
    ["below-minimum", { moq: 101 }],
    ["above-available", { quantity: 99, moq: 1 }],
  ])("is refused as %s before a changed price, whichever line comes first", async (code, about) => {
    const [dearer, faulty] = [await buildTrim(shop.db), await buildTrim(shop.db, about)];
    const { lines, ...rest } = newSheet(buyer, [dearer, faulty]);
    const refused = await send(buyer, { ...rest, lines: [{ ...lines[0], unitPrice: "0.01" }, lines[1]] });
    expect([refused.status, (await refused.json()).code]).toEqual([409, code]);
  });

  it("is ordered at the current price where that is lower than the one that was seen", async () => {
    const trim = await buildTrim(shop.db);
    const { lines, ...about } = newSheet(buyer, [trim]);
    const sent = await send(buyer, { ...about, lines: lines.map((line) => ({ ...line, unitPrice: "0.0700" })) });
    expect(sent.status).toBe(200);
    const [placed] = await shop.db.select().from(orders).where(eq(orders.trimId, trim.id));
    expect(placed?.unitPrice).toBe("0.0620");
  });

  it("never takes a higher price than the buyer has seen, though it changes while sheets are sent", async () => {
    const trim = await buildTrim(shop.db, { quantity: 1_000_000 });
    const prices = ["0.0620", "0.0700"];
    const { lines, ...about } = newSheet(buyer, [trim]);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        at % 6 === 0
          ? change(trim.id, { price: prices[(at / 6 + 1) % 2] })
          : send(buyer, { ...about, lines: lines.map((line) => ({ ...line, unitPrice: prices[at % 2] })) }),
      ),
    );
    // On a busy machine one may wait too long for the trim, and is told to try again.
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    const placed = await shop.db.select().from(orders).where(eq(orders.trimId, trim.id));
    for (const [at, answer] of answers.entries()) {
      const body = await answer.json();
      if (at % 6 === 0) continue;
      if (answer.status === 409) expect(body.now).toEqual({ "lines.0.unitPrice": prices[(at + 1) % 2] });
      if (answer.status === 200)
        expect(Number(placed.find(({ id }) => id === body.orderIds[0])?.unitPrice)).toBeLessThanOrEqual(
          Number(prices[at % 2]),
        );
    }
  });

  it("once per key: a repeat gets the same answer, at the same time too, and other words are refused", async () => {
    const person = await signedIn(shop.db);
    const [first, second] = [await buildTrim(shop.db), await buildTrim(shop.db)];
    const body = newSheet(person, [first, second]);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(person, body, key)));
    const taken = await Promise.all(answers.filter(({ status }) => status === 200).map((answer) => answer.json()));
    expect(new Set(taken.map(({ insertedId }) => insertedId)).size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await (await send(person, body, key)).json()).toEqual(taken[0]);
    expect((await send(person, { ...body, note: "other" }, key)).status).toBe(422);
    expect((await call(shop, "POST /orderSheets", { as: person, body })).status).toBe(400);
    expect([await sheetsOf(person), await ordersOf(person)]).toEqual([1, 2]);
    expect(await readStock(shop.db, first.id)).toBe(900);
  });

  it("a refused sheet leaves the draft as it is", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { quantity: 10 });
    const body = { lines: [{ trimId: trim.id, orderQuantity: 100 }] };
    await call(shop, "PUT /orderDraft", { as: person, body, headers: { "if-match": '"none"' } });
    expect((await send(person, newSheet(person, [trim]))).status).toBe(409);
    expect(await (await call(shop, "GET /orderDraft", { as: person })).json()).toMatchObject(body);
  });

  it.each([
    ["no line", { lines: [] }],
    ["no address", { address: " " }],
    ["a phone in words", { phone: "call me" }],
    ["a day that is over", { wantedOn: "2026-01-05" }],
    ["a country that is none", { country: "XX" }],
    ["a company on two lines", { company: "A\nB" }],
  ])("%s is refused", async (_, about) => {
    const trim = await buildTrim(shop.db);
    const refused = await send(buyer, { ...newSheet(buyer, [trim]), ...about });
    expect([refused.status, (await refused.json()).code]).toEqual([400, "invalid-input"]);
    expect(await readStock(shop.db, trim.id)).toBe(1000);
  });

  it("the same trim twice is refused, at the second", async () => {
    const trim = await buildTrim(shop.db);
    const refused = await send(buyer, newSheet(buyer, [trim, trim]));
    expect(refused.status).toBe(400);
    expect((await refused.json()).errors).toEqual([
      { field: "lines.1.trimId", message: "This trim is on the sheet already" },
    ]);
  });

  it("200 lines are one sheet, and one act before the limit; beyond it, a repeat is answered", async () => {
    const limited = await startTestApp({ limits: { "order-account": { points: 1, minutes: 60 } } });
    const person = await signedIn(limited.db);
    const trims = await buildTrims(limited.db, 200);
    const post = (key: string) =>
      call(limited, "POST /orderSheets", {
        as: person,
        body: newSheet(person, trims),
        headers: { "idempotency-key": key },
      });
    const sent = await post("first");
    expect(sent.status).toBe(200);
    const answer = await sent.json();
    expect(new Set(answer.orderIds).size).toBe(200);
    expect((await post("second")).status).toBe(429);
    expect(await (await post("first")).json()).toEqual(answer);
  });
});

describe("who may send and read sheets", () => {
  it("an unconfirmed address may keep a draft, and send nothing where confirmation is required", async () => {
    const strict = await startTestApp({ requireVerifiedEmail: true });
    const person = await signedIn(strict.db, { emailVerified: false });
    const trim = await buildTrim(strict.db);
    const draft = { lines: [{ trimId: trim.id, orderQuantity: 100 }] };
    const saved = await call(strict, "PUT /orderDraft", { as: person, body: draft, headers: { "if-match": '"none"' } });
    expect(saved.status).toBe(200);
    const headers = { "idempotency-key": randomUUID() };
    const refused = await call(strict, "POST /orderSheets", { as: person, body: newSheet(person, [trim]), headers });
    expect([refused.status, (await refused.json()).code]).toEqual([403, "email-not-verified"]);
  });

  it("a buyer lists and opens their own, an admin all, by id and by number", async () => {
    const person = await signedIn(shop.db, { name: "Ylva Unik" });
    const trim = await buildTrim(shop.db);
    const { insertedId, number } = await (
      await send(person, { ...newSheet(person, [trim]), company: "Halmstad Workwear", poNumber: "HW/100%_7" })
    ).json();
    const list = async (query: string, as: TestPerson) => {
      const response = await call(shop, `GET /orderSheets?${query}`, { as });
      expect(response.status).toBe(200);
      return (await response.json()).map((sheet: { number: number }) => sheet.number);
    };
    const find = (q: string) => `q=${encodeURIComponent(q)}`;
    expect(await list(`email=${person.email}`, person)).toEqual([number]);
    for (const q of [
      `S-${number}`,
      `Sheet S-0${number}`,
      `sheet ${number}`,
      "hw/100%_7",
      "HW/10",
      "PO HW/100",
      "hw1007",
      "100",
      "ylva",
      "halmst",
    ]) {
      expect(await list(find(q), admin), q).toContain(number);
    }
    for (const q of ["HW/1000", "00/7", "HW/101%7", "S-9999999999"]) {
      expect(await list(find(q), admin), q).not.toContain(number);
    }
    expect((await call(shop, `GET /orderSheets?email=${person.email}`, { as: buyer })).status).toBe(403);
    expect((await call(shop, "GET /orderSheets", { as: buyer })).status).toBe(403);
    for (const named of [insertedId, number]) {
      const [own, admins] = await Promise.all(
        [person, admin].map((as) => call(shop, `GET /orderSheets/${named}`, { as })),
      );
      // The way to the buyer's page is an admin's.
      expect(await own?.json()).toMatchObject({ number, buyerId: null });
      expect(await admins?.json()).toMatchObject({ number, buyerId: person.id, isBuyerGone: false });
      expect((await call(shop, `GET /orderSheets/${named}`, { as: buyer })).status).toBe(404);
    }
    expect((await call(shop, "GET /orderSheets/999999999", { as: admin })).status).toBe(404);
    expect((await call(shop, `DELETE /profiles/${person.id}`, { as: admin })).status).toBe(200);
    const left = await call(shop, `GET /orderSheets/${number}`, { as: admin });
    expect(await left.json()).toMatchObject({ number, buyerId: person.id, isBuyerGone: true });
    const lines = await call(shop, `GET /allOrders?sheet=${number}`, { as: admin });
    const inList = expect.objectContaining({ isBuyerGone: true, sheetLines: 1 });
    expect(await lines.json()).toEqual([inList]);
  });

  it("each of its orders answers its owner and admins with what the sheet says, an order placed alone with nothing", async () => {
    const said = { company: "Halmstad Workwear", country: "SE", note: "In one lot, please." };
    const trim = await buildTrim(shop.db);
    const {
      orderIds: [id],
    } = await (await send(buyer, { ...newSheet(buyer, [trim]), ...said })).json();
    const alone = await (await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) })).json();
    for (const as of [buyer, admin]) {
      const [sent, placed] = await Promise.all(
        [id, alone.insertedId].map(async (one) => (await call(shop, `GET /orders/${one}`, { as })).json()),
      );
      const { note: sheetNote, ...where } = said;
      expect(sent).toMatchObject({ ...where, sheetNote });
      expect(placed).toMatchObject({ company: null, country: null, sheetNote: null });
    }
    expect((await call(shop, `GET /orders/${id}`, { as: await signedIn(shop.db) })).status).toBe(404);
  });

  it("a long list comes by pages, newest first", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { moq: 1 });
    const numbers: number[] = [];
    for (let at = 0; at < 5; at++) {
      numbers.unshift((await (await send(person, newSheet(person, [trim], 1))).json()).number);
    }
    const read: number[] = [];
    for await (const page of eachPage(shop, `/orderSheets?email=${person.email}&limit=2`, person)) {
      expect(page.headers.get("x-total-count")).toBe("5");
      read.push(...(await page.json()).map((sheet: { number: number }) => sheet.number));
    }
    expect(read).toEqual(numbers);
  });
});

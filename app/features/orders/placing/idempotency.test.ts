import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { trims } from "#app/features/trims/tables.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { lockKeys } from "#app/platform/http/idempotency.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";

let shop: TestApp;
let buyer: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  other = await signedIn(shop.db, { name: "Hiroto Minase" });
});

// A proxy sends a DELETE again when the shop that it asked is gone, and may have done it.
it("DELETE /orders/{id} with an Idempotency-Key answers a repeat as the first, and gives the pieces back once", async () => {
  const trim = await buildTrim(shop.db);
  const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
  const { insertedId } = await placed.json();
  const cancel = (key: string, body = {}) =>
    call(shop, `DELETE /orders/${insertedId}`, { as: buyer, body, headers: { "idempotency-key": key } });
  const key = crypto.randomUUID();
  const done = { acknowledged: true, deletedCount: 1 };
  expect([await (await cancel(key)).json(), await (await cancel(key)).json()]).toEqual([done, done]);
  expect(await readStock(shop.db, trim.id)).toBe(1000);
  expect((await cancel(key, { reason: "Too late" })).status).toBe(422);
  expect(await (await cancel(crypto.randomUUID())).json()).toEqual({ ...done, deletedCount: 0 });
});

// Several orders in one call are moved under its key and the order's id.
it("a key of one endpoint is refused by another, though both would do the same to the same order", async () => {
  const admin = await signedIn(shop.db, { role: "admin" });
  const trim = await buildTrim(shop.db);
  const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
  const { insertedId: id } = await placed.json();
  const [key, body] = [crypto.randomUUID(), { track: "review", from: "in-review", to: "accepted" }];
  const headers = (key: string) => ({ "idempotency-key": key });
  const many = { as: admin, body: { ids: [id], ...body }, headers: headers(key) };
  expect(await (await call(shop, "POST /orderMoves", many)).json()).toEqual([{ id, ok: true }]);
  const one = await call(shop, `POST /orders/${id}/moves`, { as: admin, body, headers: headers(`${key} ${id}`) });
  expect(await one.json()).toMatchObject({ status: 422, code: "key-reused" });
});

describe("POST /orders with an Idempotency-Key", () => {
  it("gives a repeated request the first answer and places one order", async () => {
    const trim = await buildTrim(shop.db);
    const request = { as: buyer, body: newOrder(buyer, trim), headers: { "idempotency-key": crypto.randomUUID() } };
    const first = await (await call(shop, "POST /orders", request)).json();
    const second = await (await call(shop, "POST /orders", request)).json();
    expect(second).toEqual(first);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(1);
    expect(await readStock(shop.db, trim.id)).toBe(900);
  });

  it("places one order when the same one is sent three times at once; the others wait or are told so", async () => {
    const trim = await buildTrim(shop.db);
    const request = { as: buyer, body: newOrder(buyer, trim), headers: { "idempotency-key": crypto.randomUUID() } };
    const answers = await Promise.all([1, 2, 3].map(() => call(shop, "POST /orders", request)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(1);
  });

  it("answers 409 while another process is at work on it", async () => {
    const trim = await buildTrim(shop.db);
    const key = crypto.randomUUID();
    const order = () =>
      call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim), headers: { "idempotency-key": key } });
    await inTransaction(shop.db, async (tx) => {
      await lockKeys(tx, [{ owner: buyer.id, key }]);
      const second = await order();
      expect(second.status).toBe(409);
      expect(await second.json()).toMatchObject({ code: "request-running" });
    });
    expect((await order()).status).toBe(200);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(1);
  });

  it("refuses another body under the same key with 422", async () => {
    const trim = await buildTrim(shop.db);
    const headers = { "idempotency-key": crypto.randomUUID() };
    await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 100), headers });
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 200), headers });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "key-reused" });
    expect(await readStock(shop.db, trim.id)).toBe(900);
  });

  it("keeps the keys of different people apart", async () => {
    const trim = await buildTrim(shop.db);
    const headers = { "idempotency-key": crypto.randomUUID() };
    for (const person of [buyer, other]) {
      const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim), headers });
      expect(response.status).toBe(200);
    }
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(2);
  });

  it("answers a repeat of the last order that the limit allows, and no other", async () => {
    const few = await startTestApp({ limits: { "order-account": { points: 1, minutes: 60 } } });
    const [person, trim] = [await signedIn(few.db), await buildTrim(few.db)];
    const order = (pieces: number, key = "last") =>
      call(few, "POST /orders", {
        as: person,
        body: newOrder(person, trim, pieces),
        headers: { "idempotency-key": key },
      });
    const first = await (await order(100)).json();
    const again = await order(100);
    expect([again.status, await again.json()]).toEqual([200, first]);
    expect([(await order(200)).status, (await order(100, "next")).status]).toEqual([422, 429]);
    expect(await readStock(few.db, trim.id)).toBe(900);
  });

  it("lets a refused order be tried again under its key", async () => {
    const trim = await buildTrim(shop.db, { quantity: 50 });
    const request = { as: buyer, body: newOrder(buyer, trim), headers: { "idempotency-key": crypto.randomUUID() } };
    expect((await call(shop, "POST /orders", request)).status).toBe(409);
    await shop.db.update(trims).set({ quantity: 500 }).where(eq(trims.id, trim.id));
    expect((await call(shop, "POST /orders", request)).status).toBe(200);
    expect(await readStock(shop.db, trim.id)).toBe(400);
  });
});

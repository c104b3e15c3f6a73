import { beforeAll, describe, expect, it } from "vitest";
import { notEnded } from "#app/features/orders/find/filter.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";
import { orders } from "./tables.server.ts";

let shop: TestApp;
let buyer: TestPerson;
let other: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  other = await signedIn(shop.db, { name: "Hiroto Minase" });
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

async function placed(person: TestPerson, trim: { id: string; name: string }, quantity = 100): Promise<string> {
  const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim, quantity) });
  expect(response.status).toBe(200);
  return (await response.json()).insertedId;
}

describe("GET /orders", () => {
  it("lists the caller's own orders, newest first, with their count", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { img: "/images/products/a.webp" });
    const ids = [await placed(person, trim), await placed(person, trim), await placed(person, trim)];
    const response = await call(shop, `GET /orders?email=${person.email}`, { as: person });
    const list = await response.json();
    expect(list.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
    expect(response.headers.get("x-total-count")).toBe("3");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(list[0]).toEqual({
      _id: ids[2],
      number: expect.any(Number),
      name: person.name,
      email: person.email,
      phone: "0046855512080",
      address: "Vävaregatan 14, Umeå",
      productName: trim.name,
      orderQuantity: 100,
      unitPrice: "0.0620",
      total: "6.2000",
      img: "/images/products/a.webp",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ...{ trimId: trim.id, articleNumber: trim.number, company: null },
      ...{ review: "in-review", shipping: "pending", payment: "pending", dueOn: null },
      ...{ carrier: null, trackingNumber: null, trackingUrl: null },
      ...{
        sheetId: null,
        sheetNumber: null,
        sheetLines: null,
        poNumber: null,
        wantedOn: null,
        promisedOn: null,
        version: 1,
      },
      ...{ companyId: null, company: null, termsDays: null, shipTo: null },
      ...{ shippedPieces: 0, tolerance: 0, printedAt: null, printRun: null, waitingFor: null, waitingSince: null },
      isBuyerGone: false,
    });
  });

  it("pages by keyset: each page tells the next", async () => {
    const person = await signedIn(shop.db);
    const trim = await buildTrim(shop.db);
    for (let count = 0; count < 5; count++) await placed(person, trim);
    const seen: string[] = [];
    for await (const response of eachPage(shop, `/orders?email=${person.email}&limit=2`, person)) {
      seen.push(...(await response.json()).map(({ _id }: { _id: string }) => _id));
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  it("refuses another person's address with 403, also for an admin", async () => {
    for (const person of [buyer, admin]) {
      expect((await call(shop, `GET /orders?email=${other.email}`, { as: person })).status).toBe(403);
    }
  });

  it.each(["", "?email=", "?email=nonsense", "?email=a@b.example&limit=0", "?email=a@b.example&email=c@d.example"])(
    "refuses the query %j with 400",
    async (query) => {
      expect((await call(shop, `GET /orders${query}`, { as: buyer })).status).toBe(400);
    },
  );

  it("refuses a visitor with 401", async () => {
    expect((await call(shop, `GET /orders?email=${buyer.email}`)).status).toBe(401);
  });
});

describe("DELETE /orders/:id", () => {
  it("cancels one's own order once and gives the pieces back once", async () => {
    const trim = await buildTrim(shop.db);
    const id = await placed(buyer, trim);
    const first = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(await first.json()).toEqual({ acknowledged: true, deletedCount: 1 });
    const second = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(await second.json()).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
  });

  it("lets an admin delete any order", async () => {
    const trim = await buildTrim(shop.db);
    const id = await placed(buyer, trim);
    const response = await call(shop, `DELETE /orders/${id}`, { as: admin });
    expect(await response.json()).toMatchObject({ deletedCount: 1 });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
  });

  it("refuses another buyer with 403 and leaves the order", async () => {
    const trim = await buildTrim(shop.db);
    const id = await placed(buyer, trim);
    expect((await call(shop, `DELETE /orders/${id}`, { as: other })).status).toBe(403);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(1);
    expect(await readStock(shop.db, trim.id)).toBe(900);
  });

  it("deletes an order whose trim has left the catalogue", async () => {
    const trim = await buildTrim(shop.db);
    const id = await placed(buyer, trim);
    expect((await call(shop, `DELETE /trims/${trim.id}`, { as: admin })).status).toBe(200);
    const response = await call(shop, `DELETE /orders/${id}`, { as: buyer });
    expect(await response.json()).toMatchObject({ deletedCount: 1 });
  });

  it("refuses a visitor with 401 and a malformed id with 400", async () => {
    expect((await call(shop, "DELETE /orders/01980000-0000-7000-8000-000000000000")).status).toBe(401);
    expect((await call(shop, "DELETE /orders/42", { as: buyer })).status).toBe(400);
  });
});

describe("GET /allOrders", () => {
  it("lists the orders of all buyers to an admin", async () => {
    const trim = await buildTrim(shop.db);
    const ids = [await placed(buyer, trim), await placed(other, trim)];
    const response = await call(shop, "GET /allOrders?limit=2", { as: admin });
    expect((await response.json()).map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
    const total = await shop.db.$count(orders, notEnded);
    expect(response.headers.get("x-total-count")).toBe(String(total));
  });

  it("refuses a visitor with 401 and a buyer with 403", async () => {
    expect((await call(shop, "GET /allOrders")).status).toBe(401);
    expect((await call(shop, "GET /allOrders", { as: buyer })).status).toBe(403);
  });
});

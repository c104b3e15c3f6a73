import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { removeTrim } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
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

async function placed(person: TestPerson, trim: { id: string; name: string }, quantity = 100): Promise<string> {
  const response = await call(shop, "POST /orders", { as: person, body: newOrder(person, trim, quantity) });
  expect(response.status).toBe(200);
  return (await response.json()).insertedId;
}

/** Whether a statement of this database is waiting for a row locked by another transaction. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await shop.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

describe("POST /orders", () => {
  it("R-173 takes the pieces from the stock and keeps price and total of the moment", async () => {
    const trim = await buildTrim(shop.db, { price: "0.0345", moq: 100, quantity: 1000 });
    const before = shop.changes.count;
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 333) });
    expect(await response.json()).toEqual({ acknowledged: true, insertedId: expect.any(String) });
    expect(await readStock(shop.db, trim.id)).toBe(667);
    await shop.db.update(trims).set({ price: "9.0000" }).where(eq(trims.id, trim.id));
    expect(await ordersFor(shop.db, trim.id)).toEqual([
      expect.objectContaining({
        userId: buyer.id,
        name: buyer.name,
        email: buyer.email,
        phone: "0046855512080",
        productName: trim.name,
        orderQuantity: 333,
        unitPrice: "0.0345",
        total: "11.4885",
      }),
    ]);
    expect(shop.changes.count).toBe(before + 1);
  });

  it.each([
    ["1234", 400, []],
    ["12345", 200, ["12345"]],
    ["12345678901234567890", 200, ["12345678901234567890"]],
    ["123456789012345678901", 400, []],
    ["call me", 400, []],
    ["+47 905 12 345", 200, ["+4790512345"]],
    ["+46 (0)8-555 120 80", 200, ["+46855512080"]],
  ])("takes a phone number of 5 to 20 digits as people write it: %s answers %i", async (phone, status, stored) => {
    const trim = await buildTrim(shop.db);
    const body = { ...newOrder(buyer, trim), phone };
    expect((await call(shop, "POST /orders", { as: buyer, body })).status).toBe(status);
    expect((await ordersFor(shop.db, trim.id)).map((order) => order.phone)).toEqual(stored);
  });

  it("finds the trim by its name as pages write it, and keeps the address without what cannot be seen", async () => {
    const trim = await buildTrim(shop.db, { name: `Domed rivet ${crypto.randomUUID()}, 9.5 mm` });
    const { trimId: _, ...order } = newOrder(buyer, trim);
    const productName = trim.name.replace("9.5 mm", "9.5\u00a0mm").replace("Domed ", "Domed\u200b  ");
    const body = { ...order, productName, address: "\u202aGate 3\nUmea\u030a\u202c" };
    expect((await call(shop, "POST /orders", { as: buyer, body: { ...body, orderQuantity: "100.0" } })).status).toBe(
      200,
    );
    expect(await ordersFor(shop.db, trim.id)).toEqual([
      expect.objectContaining({ productName: trim.name, address: "Gate 3\nUmeå", orderQuantity: 100 }),
    ]);
  });

  it("R-157 takes the address as text, or composes it of its fields, and refuses fields without street, town or country", async () => {
    const trim = await buildTrim(shop.db);
    const shipTo = { street: "Tista 3 ", postcode: "1767", town: "Halden", country: "NO", more: " " };
    const place = (about: object) =>
      call(shop, "POST /orders", { as: buyer, body: { ...newOrder(buyer, trim), ...about } });
    expect((await place({ shipTo })).status).toBe(200);
    const fields = { ...shipTo, street: "Tista 3", more: null, company: null, name: null };
    const [order] = await ordersFor(shop.db, trim.id);
    expect(order).toMatchObject({ address: "Tista 3\n1767 Halden\nNorway", shipTo: fields });
    const shown = await (await call(shop, `GET /orders/${order?.id}`, { as: buyer })).json();
    expect(shown.shipTo).toEqual(fields);
    for (const field of ["street", "town", "country"]) {
      const refused = await place({ shipTo: { ...shipTo, [field]: " " } });
      expect([refused.status, (await refused.json()).errors[0].field]).toEqual([400, `shipTo.${field}`]);
    }
    expect((await place({ shipTo: { ...shipTo, city: "Halden" } })).status).toBe(400);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(1);
  });

  it("keeps the name of the account, whatever name the body has", async () => {
    const trim = await buildTrim(shop.db);
    const body = { ...newOrder(buyer, trim), name: "Somebody Else" };
    expect((await call(shop, "POST /orders", { as: buyer, body })).status).toBe(200);
    expect(await ordersFor(shop.db, trim.id)).toEqual([expect.objectContaining({ name: buyer.name })]);
  });

  it("sells nothing of a trim that is removed between its lookup and the update of its stock", async () => {
    const trim = await buildTrim(shop.db);
    const ordered = await shop.db.transaction(async (tx) => {
      await removeTrim(tx, trim.id);
      // The order still finds the trim, and waits for its row.
      const answer = call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
      await expect.poll(isSomebodyWaiting).toBe(true);
      return { answer };
    });
    const answer = await ordered.answer;
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "not-found" });
    expect(await ordersFor(shop.db, trim.id)).toEqual([]);
    expect(await readStock(shop.db, trim.id)).toBe(trim.quantity);
  });

  it("finds the trim by its name alone, whatever the case of its letters", async () => {
    const trim = await buildTrim(shop.db, { name: "Domed Rivet, brass" });
    const { trimId: _, ...body } = { ...newOrder(buyer, trim), productName: "domed rivet, BRASS" };
    const response = await call(shop, "POST /orders", { as: buyer, body });
    expect(response.status).toBe(200);
    expect(await ordersFor(shop.db, trim.id)).toEqual([expect.objectContaining({ productName: "Domed Rivet, brass" })]);
  });

  it.each([100, 1000])("R-165 R-166 accepts the boundary %i", async (quantity) => {
    const trim = await buildTrim(shop.db, { moq: 100, quantity: 1000 });
    await placed(buyer, trim, quantity);
    expect(await readStock(shop.db, trim.id)).toBe(1000 - quantity);
  });

  it.each([
    [99, "below-minimum", "Minimum Order Quantity is 100"],
    [1001, "above-available", "Maximum Order Quantity is 1000"],
  ])("R-163 R-164 R-167 R-172 refuses %i pieces with the limit of the moment", async (quantity, code, message) => {
    const trim = await buildTrim(shop.db, { moq: 100, quantity: 1000 });
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
    expect(response.status).toBe(409);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      code,
      detail: message,
      errors: [{ field: "orderQuantity", message }],
    });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    expect(await ordersFor(shop.db, trim.id)).toEqual([]);
  });

  it("R-171 refuses every quantity of a trim whose stock is below the minimum", async () => {
    const trim = await buildTrim(shop.db, { moq: 100, quantity: 50 });
    for (const quantity of [50, 100]) {
      const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
      expect(response.status).toBe(409);
    }
    expect(await readStock(shop.db, trim.id)).toBe(50);
  });

  // A17: anything but a plain whole number of pieces.
  it.each([
    ...[-1, 0, 0.5, "1e3", "0x10", "+500", "3.600", "", null, true, [500], { $gt: 0 }, "NaN", "Infinity"],
    ...[2147483648, Number.MAX_SAFE_INTEGER + 1, "500.5", "500n", "five"],
  ])("R-170 refuses %j as a quantity", async (quantity) => {
    const trim = await buildTrim(shop.db, { moq: 1, quantity: 1000 });
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, quantity) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid-input", status: 400, type: "about:blank" });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
  });

  it.each(["1e3", "1e400", "1E2", "-0", "00100"])("refuses the JSON number %s", async (number) => {
    const trim = await buildTrim(shop.db, { moq: 1, quantity: 10_000 });
    const body = JSON.stringify(newOrder(buyer, trim, 77_777)).replace("77777", number);
    const response = await call(shop, "POST /orders", { as: buyer, body });
    expect(response.status).toBe(400);
    expect(await readStock(shop.db, trim.id)).toBe(10_000);
  });

  it.each(["price", "total", "status", "_id", "createdAt", "userId"])("refuses a body with %s", async (key) => {
    const trim = await buildTrim(shop.db);
    const response = await call(shop, "POST /orders", { as: buyer, body: { ...newOrder(buyer, trim), [key]: "1" } });
    expect(response.status).toBe(400);
    expect(await ordersFor(shop.db, trim.id)).toEqual([]);
  });

  it("refuses an address that shows nothing", async () => {
    const trim = await buildTrim(shop.db);
    const body = { ...newOrder(buyer, trim), address: "\u200B\u3164" };
    const response = await call(shop, "POST /orders", { as: buyer, body });
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([{ field: "address", message: "Address is required" }]);
  });

  it("refuses an order under another person's e-mail with 403", async () => {
    const trim = await buildTrim(shop.db);
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(other, trim) });
    expect(response.status).toBe(403);
    expect(await ordersFor(shop.db, trim.id)).toEqual([]);
  });

  it("refuses a visitor with 401 before it reads the body", async () => {
    const response = await call(shop, "POST /orders", { body: "{" });
    expect(response.status).toBe(401);
  });

  it("refuses a deleted trim with 404, and one that has been renamed with 409", async () => {
    const gone = { id: "01980000-0000-7000-8000-000000000000", name: "Gone" };
    expect((await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, gone) })).status).toBe(404);
    const trim = await buildTrim(shop.db);
    const old = { ...trim, name: "The name it had" };
    const renamed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, old) });
    expect(renamed.status).toBe(409);
    expect(await renamed.json()).toMatchObject({ code: "trim-renamed" });
    expect(await ordersFor(shop.db, trim.id)).toEqual([]);
  });
});

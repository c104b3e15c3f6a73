import { beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { callPatiently, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";

let shop: TestApp;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
});

it("R-172 R-173 sells exactly the stock when 100 buyers come at once", async () => {
  const trim = await buildTrim(shop.db, { moq: 100, quantity: 1000 });
  const body = newOrder(buyer, trim, 100);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => callPatiently(shop, "POST /orders", { as: buyer, body })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(refused).toHaveLength(90);
  for (const answer of refused) expect((await answer.json()).detail).toMatch(/^Maximum Order Quantity is \d+$/);
  expect(await readStock(shop.db, trim.id)).toBe(0);
  expect(await ordersFor(shop.db, trim.id)).toHaveLength(10);
});

it("R-173 holds the stock equation when orders and cancellations race", async () => {
  const trim = await buildTrim(shop.db, { moq: 1, quantity: 500 });
  const worker = async () => {
    for (let round = 0; round < 10; round++) {
      const response = await callPatiently(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 7) });
      expect(response.status).toBe(200);
      const { insertedId } = await response.json();
      if (round % 2) await callPatiently(shop, `DELETE /orders/${insertedId}`, { as: buyer });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const open = (await ordersFor(shop.db, trim.id)).reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  expect(open).toBe(8 * 5 * 7);
  expect(await readStock(shop.db, trim.id)).toBe(500 - open);
});

import { beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./app.ts";
import { buildTrim, newOrder } from "./builders.ts";
import { call, signedIn, type TestPerson } from "./people.ts";

/**
 * Every specified call about orders, as clients sent it before orders had states, with the answer of then, field by
 * field. A field that came since may be beside them, but none of these may be gone or mean something else.
 */

let shop: TestApp;
let buyer: TestPerson;
let other: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
  other = await signedIn(shop.db, { name: "Hiroto Minase" });
  admin = await signedIn(shop.db, { role: "admin" });
});

async function answered(target: string, as?: TestPerson, body?: object) {
  const response = await call(shop, target, { ...(as ? { as } : {}), ...(body ? { body } : {}) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const headersOf = ({ headers }: { headers: Headers }) => ({
  type: headers.get("content-type"),
  total: headers.get("x-total-count"),
  capped: headers.get("x-total-count-capped"),
  cache: headers.get("cache-control"),
});

it("is answered as it was: placing, listing, cancelling, and each refusal", async () => {
  const trim = await buildTrim(shop.db, { price: "0.0345", moq: 100, quantity: 1000, img: "/a.webp" });
  const order = newOrder(buyer, trim, 300);

  const placed = await answered("POST /orders", buyer, order);
  expect([placed.status, Object.keys(placed.body).sort()]).toEqual([200, ["acknowledged", "insertedId"]]);
  expect(placed.body.acknowledged).toBe(true);
  const id = placed.body.insertedId;

  const { trimId: _, ...typed } = order;
  const asThen = {
    ...{ _id: id, number: 1, ...typed, unitPrice: "0.0345", total: "10.3500", img: "/a.webp" },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  };
  for (const [path, as] of [
    [`/orders?email=${buyer.email}`, buyer],
    [`/orders?email=${buyer.email}&q=rivet&sort=-quantity&limit=1`, buyer],
    ["/allOrders", admin],
    ["/allOrders?q=%231&sort=email", admin],
  ] as const) {
    const listed = await answered(`GET ${path}`, as);
    expect(listed.body).toEqual([expect.objectContaining(asThen)]);
    expect(headersOf(listed)).toEqual({ type: "application/json", total: "1", capped: null, cache: "no-store" });
  }

  const stock = await answered(`GET /trims/${trim.id}/stock`, admin);
  expect(stock.body).toMatchObject({ putIn: 1000, quantity: 700, inOpenOrders: 300 });

  // A program that adds a parameter of its own to the deletion was never refused.
  expect((await answered(`DELETE /orders/${id}?_=1`, other)).status).toBe(403);
  const gone = { acknowledged: true, deletedCount: 1 };
  expect((await answered(`DELETE /orders/${id}?_=1`, buyer)).body).toEqual(gone);
  expect((await answered(`DELETE /orders/${id}`, buyer)).body).toEqual({ ...gone, deletedCount: 0 });
  expect((await answered(`DELETE /orders/${id}`, admin)).body).toEqual({ ...gone, deletedCount: 0 });
  const unknown = "01980000-0000-7000-8000-000000000000";
  expect((await answered(`DELETE /orders/${unknown}`, buyer)).body).toEqual({ ...gone, deletedCount: 0 });
  for (const [path, as] of [
    [`/orders?email=${buyer.email}`, buyer],
    ["/allOrders", admin],
    ["/allOrders?q=rivet", admin],
  ] as const) {
    const listed = await answered(`GET ${path}`, as);
    expect([listed.body, listed.headers.get("x-total-count")]).toEqual([[], "0"]);
  }
  const after = await answered(`GET /trims/${trim.id}/stock`, admin);
  expect(after.body).toMatchObject({ putIn: 1000, quantity: 1000, inOpenOrders: 0 });
});

it("is refused as it was", async () => {
  const trim = await buildTrim(shop.db, { moq: 100, quantity: 1000 });
  const refused = async (target: string, as?: TestPerson, body?: object) => {
    const { status, body: problem } = await answered(target, as, body);
    return [status, problem.code];
  };
  expect(await refused("POST /orders", undefined, newOrder(buyer, trim))).toEqual([401, "not-signed-in"]);
  expect(await refused("POST /orders", buyer, newOrder(other, trim))).toEqual([403, "not-allowed"]);
  expect(await refused("POST /orders", buyer, newOrder(buyer, trim, 99))).toEqual([409, "below-minimum"]);
  expect(await refused("POST /orders", buyer, newOrder(buyer, trim, 1001))).toEqual([409, "above-available"]);
  expect(await refused("POST /orders", buyer, newOrder(buyer, trim, "many"))).toEqual([400, "invalid-input"]);
  expect(await refused(`GET /orders?email=${other.email}`, buyer)).toEqual([403, "not-allowed"]);
  expect(await refused("GET /allOrders", buyer)).toEqual([403, "not-allowed"]);
  expect(await refused("DELETE /orders/42", buyer)).toEqual([400, "invalid-input"]);
});

import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Trim } from "#app/features/trims/contract.ts";
import { seedDemo } from "#db/seed.ts";
import { newOrder, newSheet } from "./builders.ts";
import { call, signedIn, type TestPerson } from "./people.ts";
import { startTestSite } from "./site.ts";

// What an answer costs, counted rather than timed: `npm run bench` takes the times. Whoever makes one of these more
// expensive should know, and say why here.

let shop: Awaited<ReturnType<typeof startTestSite>>;
let buyer: TestPerson;
let trims: Trim[];
let roundTrips = 0;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestSite();
  countRoundTrips("$client" in shop.db && shop.db.$client);
  await seedDemo(shop.db);
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin" });
  trims = await (await shop.app.request("/api/trims?limit=50")).json();
  for (const trim of trims.slice(0, 20)) await order(trim);
}, 60_000);
beforeEach(() => {
  shop.change();
});

/** PostgreSQL says that it is ready once after each query. */
function countRoundTrips(pool: unknown): void {
  if (!(pool instanceof pg.Pool)) throw new Error("the database has no pool");
  const watched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    (client as unknown as pg.Client & { connection: NodeJS.EventEmitter }).connection.on("readyForQuery", () => {
      roundTrips++;
    });
  });
}

async function countDuring(action: () => Promise<Response> | Response): Promise<number> {
  const before = roundTrips;
  const response = await action();
  expect(response.status, await response.clone().text()).toBe(200);
  await response.arrayBuffer();
  return roundTrips - before;
}

function order(trim: Trim | undefined) {
  if (!trim) throw new Error("there is no such trim");
  return call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, { id: trim._id, name: trim.name }, trim.moq) });
}

function send(lines: number) {
  const chosen = trims.slice(0, lines);
  const { lines: _, ...about } = newSheet(buyer, []);
  const body = { ...about, lines: chosen.map(({ _id, moq }) => ({ trimId: _id, orderQuantity: moq })) };
  return call(shop, "POST /orderSheets", { as: buyer, body, headers: { "idempotency-key": randomUUID() } });
}

describe("the round trips to PostgreSQL", () => {
  it.each([
    ["/trims", 1],
    ["/trims?limit=12&q=copper+rivets", 3],
    ["/trims/facets", 1],
    ["/reviews", 1],
  ])("of GET %s are at most %i", async (path, most) => {
    expect(await countDuring(() => call(shop, `GET ${path}`))).toBeLessThanOrEqual(most);
  });

  it("of one trim are one", async () => {
    expect(await countDuring(() => call(shop, `GET /trims/${trims[0]?._id}`))).toBe(1);
  });

  it.each([
    ["orders", 3],
    // Its history, its deliveries, its charges and its invoices are read besides.
    ["order", 6],
  ])("of somebody's %s are at most %i, the token included", async (what, most) => {
    const path = what === "order" ? "/orders/1" : `/orders?email=${buyer.email}`;
    expect(await countDuring(() => call(shop, `GET ${path}`, { as: buyer }))).toBeLessThanOrEqual(most);
  });

  // Memberships are read after their lock, in a statement of their own: a merge of companies may have just moved them.
  it("of an order are at most nine: the token, and a transaction that locks, reads and writes", async () => {
    expect(await countDuring(() => order(trims[30]))).toBeLessThanOrEqual(9);
  });

  it("of an order sheet are as many for one line as for twenty", async () => {
    await send(1);
    const [one, twenty] = [await countDuring(() => send(1)), await countDuring(() => send(20))];
    expect(twenty).toBe(one);
    expect(one).toBeLessThanOrEqual(16);
  });

  it("of a sent sheet and what happened to it are as many for one line as for twenty", async () => {
    const sheets = await Promise.all([1, 20].map(async (lines) => (await (await send(lines)).json()).number));
    const read = (number: number, as: TestPerson) =>
      countDuring(() => call(shop, `GET /orderSheets/${number}`, { as }));
    for (const number of sheets) expect(await read(number, admin)).toBe(6);
    for (const number of sheets) expect(await read(number, buyer)).toBe(6);
  });

  // One of them is the token, and one asks whether the sums are up to date.
  it.each([
    ["/adminDashboard", 8, 0],
    ["/sales", 5, 10],
    ["/buyers", 5, 10],
    ["/buyerCounts", 6, 10],
  ])("of GET %s are %i, and right after an order %i more, which count the sums", async (path, exactly, more) => {
    const read = () => countDuring(() => call(shop, `GET ${path}`, { as: admin }));
    await order(trims[32]);
    expect([await read(), await read()]).toEqual([exactly + more, exactly]);
  });

  it.each([
    ["/", 2],
    ["/trims", 2],
    ["/trims?q=rivets", 4],
  ])("of the page %s are at most %i, and none once it is kept", async (path, most) => {
    expect(await countDuring(() => shop.app.request(path))).toBeLessThanOrEqual(most);
    expect(await countDuring(() => shop.app.request(path))).toBe(0);
  });
});

// A page may be served stale for a moment, and then nobody waits for the new one. Its data may not.
it("renders a page's data once after an order, however many ask for them", async () => {
  expect(await countDuring(() => shop.app.request("/_.data"))).toBeGreaterThan(0);
  shop.rendered.length = 0;
  await order(trims[31]);
  shop.change();
  await Promise.all(Array.from({ length: 50 }, () => shop.app.request("/_.data")));
  expect(shop.rendered).toEqual(["everybody /_.data"]);
});

// As brotli, with the whole catalogue.
it.each([
  ["/", 15_000],
  ["/trims", 14_000],
  ["/login", 5_500],
])("sends %s as at most %i bytes", async (path, most) => {
  const page = await shop.app.request(path, { headers: { "accept-encoding": "br" } });
  expect(page.headers.get("content-encoding")).toBe("br");
  expect((await page.arrayBuffer()).byteLength).toBeLessThanOrEqual(most);
});

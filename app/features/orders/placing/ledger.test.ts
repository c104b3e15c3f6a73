import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: "off" });
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db);
});

type Trim = Awaited<ReturnType<typeof buildTrim>>;
type Movement = { delta: number; balance: number; why: string; orderNumber: number | null };

const movesReview = (id: string | undefined, from: string, to: string) =>
  call(shop, `POST /orders/${id}/moves`, {
    as: admin,
    body: { track: "review", from, to, note: "x", noteFor: "buyer" },
  });

const movesShipping = (id: string | undefined, from: string, to: string) =>
  call(shop, `POST /orders/${id}/moves`, { as: admin, body: { track: "shipping", from, to } });

/** What may happen to the stock of a trim. Some of it is refused, which moves nothing. */
const actions = {
  async order(trim: Trim, placed: string[], pieces: number) {
    const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, pieces) });
    const { insertedId } = await response.json();
    if (insertedId) placed.push(insertedId);
  },
  cancel: (_: Trim, placed: string[], at: number) =>
    call(shop, `DELETE /orders/${placed[at % placed.length]}`, { as: buyer }),
  decline: (_: Trim, placed: string[], at: number) => movesReview(placed[at % placed.length], "in-review", "declined"),
  takeBack: (_: Trim, placed: string[], at: number) => movesReview(placed[at % placed.length], "declined", "in-review"),
  async change(_: Trim, placed: string[], pieces: number) {
    const id = placed[pieces % placed.length];
    const { version } = await (await call(shop, `GET /orders/${id}`, { as: admin })).json();
    return call(shop, `PATCH /orders/${id}`, { as: admin, body: { version, orderQuantity: pieces } });
  },
  async deliver(_: Trim, placed: string[], pieces: number) {
    const id = placed[pieces % placed.length];
    await movesReview(id, "in-review", "accepted");
    await movesShipping(id, "pending", "packed");
    const { shippedPieces: before } = await (await call(shop, `GET /orders/${id}`, { as: admin })).json();
    if (pieces % 3 === 0) await call(shop, `PUT /orders/${id}/tolerance`, { as: admin, body: { tolerance: 10 } });
    const body = { lines: [{ order: id, pieces: Math.ceil(pieces / 2), before }] };
    const headers = { "idempotency-key": crypto.randomUUID() };
    return call(shop, "POST /deliveries", { as: admin, body, headers });
  },
  async closeShort(_: Trim, placed: string[], at: number) {
    const id = placed[at % placed.length];
    const { shippedPieces: before } = await (await call(shop, `GET /orders/${id}`, { as: admin })).json();
    const headers = { "idempotency-key": crypto.randomUUID() };
    return call(shop, `POST /orders/${id}/closings`, { as: admin, body: { before }, headers });
  },
  shipRest: (_: Trim, placed: string[], at: number) =>
    movesShipping(placed[at % placed.length], at % 2 ? "packed" : "partly-shipped", "shipped"),
  shipBack: (_: Trim, placed: string[], at: number) =>
    movesShipping(
      placed[at % placed.length],
      at % 2 ? "shipped" : "partly-shipped",
      at % 3 ? "partly-shipped" : "packed",
    ),
  restock: (trim: Trim, _: string[], pieces: number) =>
    call(shop, `PATCH /trims/${trim.id}`, { as: admin, body: { restock: pieces } }),
  correct: (trim: Trim, _: string[], pieces: number) =>
    call(shop, `PATCH /trims/${trim.id}`, { as: admin, body: { restock: -pieces, why: "broken" } }),
  async import(trim: Trim, _: string[], pieces: number) {
    const headers = { "content-type": "text/csv" };
    const body = `number,restock\n${trim.number},${pieces}\n`;
    const dryRun = await call(shop, "POST /trims.csv?dryRun=1", { as: admin, body, headers });
    const { report } = JSON.parse((await dryRun.text()).trimEnd().split("\n").at(-1) ?? "");
    const applied = await call(shop, `POST /trims.csv?token=${report.token}&name=a.csv`, { as: admin, body, headers });
    expect(await applied.text()).toContain('"kind":"applied"');
  },
};

const happenings = fc.array(
  fc.record({
    action: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    pieces: fc.integer({ min: 1, max: 300 }),
  }),
  { minLength: 10, maxLength: 25 },
);

async function ledgerOf(
  trim: Trim,
): Promise<{ quantity: number; putIn: number; inOpenOrders: number; shipped: number; movements: Movement[] }> {
  const stock = await (await call(shop, `GET /trims/${trim.id}/stock`, { as: admin })).json();
  return stock;
}

it("the last balance is the stock whatever has happened, and each balance the sum of all before it", async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (happened) => {
      const trim = await buildTrim(shop.db, { moq: 1, quantity: 500 });
      const placed: string[] = [];
      for (const { action, pieces } of happened) await actions[action](trim, placed, pieces);
      const { quantity, putIn, inOpenOrders, shipped, movements } = await ledgerOf(trim);
      expect(movements[0]?.balance).toBe(quantity);
      expect(putIn).toBe(quantity + inOpenOrders + shipped);
      let sum = 0;
      for (const { delta, balance } of movements.toReversed()) {
        sum += delta;
        expect(balance).toBe(sum);
        expect(balance).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 8 },
  );
});

it("in open orders are the pieces that orders hold on the shelf, apart from those that have shipped", async () => {
  const trim = await buildTrim(shop.db, { moq: 1, quantity: 1000 });
  const placed: string[] = [];
  for (const pieces of [100, 20, 3]) await actions.order(trim, placed, pieces);
  const ship = async (id: string | undefined, ...way: string[]) => {
    await movesReview(id, "in-review", "accepted");
    for (const [at, from] of way.slice(0, -1).entries()) {
      const body = { track: "shipping", from, to: way[at + 1] };
      expect((await call(shop, `POST /orders/${id}/moves`, { as: admin, body })).status).toBe(200);
    }
  };
  await ship(placed[0], "pending", "packed", "shipped", "delivered");
  await ship(placed[1], "pending", "packed");
  expect(await ledgerOf(trim)).toMatchObject({
    putIn: 1000,
    quantity: 877,
    inOpenOrders: 23,
    openOrders: 2,
    shipped: 100,
  });
});

it("each movement says what it was", async () => {
  const trim = await buildTrim(shop.db, { moq: 1, quantity: 500 });
  const placed: string[] = [];
  await actions.order(trim, placed, 100);
  await actions.decline(trim, placed, 0);
  await actions.takeBack(trim, placed, 0);
  await actions.cancel(trim, placed, 0);
  await actions.import(trim, placed, 50);
  const { number } = await (await call(shop, `GET /orders/${placed[0]}`, { as: admin })).json();
  const { movements } = await ledgerOf(trim);
  expect(movements.map(({ delta, why, orderNumber, balance }) => [delta, why, orderNumber, balance])).toEqual([
    [50, "import a.csv", null, 550],
    [100, "cancelled", number, 500],
    [-100, "taken again", number, 400],
    [100, "declined", number, 500],
    [-100, "ordered", number, 400],
    [500, "first stock", null, 500],
  ]);
});

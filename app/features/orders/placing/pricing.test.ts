import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { PriceBreak } from "#app/contract/price.ts";
import { lockTrim, updateTrim } from "#app/features/trims/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { addToStock } from "#app/features/trims/stock/stock.server.ts";
import { priceBreaks, stockMovements, trims } from "#app/features/trims/tables.server.ts";
import { ORIGIN, startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { listMails } from "#test/mails.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";

const emailContext = { origin: ORIGIN, contact: "help@rivet-and-reed.example" };
let shop: TestApp;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp({ limits: { "order-account": { points: 100_000, minutes: 60 } } });
  buyer = await signedIn(shop.db);
  admin = await signedIn(shop.db, { role: "admin", name: "Ada Admin" });
});

type Table = { price: string; priceBreaks: PriceBreak[] };

async function buildPriced({ priceBreaks: steps, ...about }: Table & { moq: number; quantity: number }) {
  const trim = await buildTrim(shop.db, about);
  if (steps.length > 0) await shop.db.insert(priceBreaks).values(steps.map((step) => ({ trimId: trim.id, ...step })));
  return trim;
}

const order = (trim: { id: string; name: string }, quantity: number, about: object = {}) =>
  call(shop, "POST /orders", { as: buyer, body: { ...newOrder(buyer, trim, quantity), ...about } });

/** Whether a statement of this database is waiting for a row locked by another transaction. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await shop.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

const toPrice = (units: number) => `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, "0")}`;

/** A trim's minimum, price and breaks, and quantities near them. */
const cases = fc
  .record({
    moq: fc.integer({ min: 1, max: 10_000 }),
    units: fc.integer({ min: 10, max: 5_000_000 }),
    steps: fc.array(fc.record({ more: fc.integer({ min: 1, max: 20_000 }), off: fc.integer({ min: 1, max: 400 }) }), {
      maxLength: 5,
    }),
    near: fc.array(fc.record({ at: fc.nat(5), off: fc.integer({ min: -1, max: 1 }) }), {
      minLength: 20,
      maxLength: 20,
    }),
    far: fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 20, maxLength: 20 }),
  })
  .map(({ moq, units, steps, near, far }) => {
    const table: PriceBreak[] = [];
    let [from, price] = [moq, units];
    for (const { more, off } of steps) {
      from += more;
      price -= off;
      if (price > 0) table.push({ from, price: toPrice(price) });
    }
    const borders = [moq, ...table.map((step) => step.from)];
    const quantities = [...near.map(({ at, off }) => Math.max(1, (borders[at % borders.length] ?? moq) + off)), ...far];
    return { moq, price: toPrice(units), priceBreaks: table, quantities };
  });

describe("the price of an order", () => {
  it("is on the page what it is in SQL, for 10,000 random quantities and break tables", async () => {
    const drawn = fc.sample(cases, { numRuns: 250, seed: 11 });
    const about = {
      description: "",
      quantity: 1_000_000_000,
      img: "/images/products/mini-rivet-brass-7.webp",
      alt: "",
    };
    const built = await shop.db
      .insert(trims)
      .values(drawn.map(({ moq, price }, at) => ({ ...about, moq, price, name: `Drawn ${at}` })))
      .returning({ id: trims.id });
    const steps = drawn.flatMap(({ priceBreaks: own }, at) =>
      own.map((step) => ({ ...step, trimId: built[at]?.id ?? "" })),
    );
    await shop.db.insert(priceBreaks).values(steps);
    const asked = drawn.flatMap(({ quantities }, at) =>
      quantities.map((pieces) => ({ id: built[at]?.id, at, pieces })),
    );
    expect(asked).toHaveLength(10_000);
    for (let start = 0; start < asked.length; start += 1000) {
      const batch = asked.slice(start, start + 1000);
      const { rows } = await shop.db.execute<{
        at: number;
        pieces: number;
        price: string;
        total: string;
        cents: string;
      }>(
        sql`select at, pieces, price, price * pieces as total, round(price * pieces, 2) as cents from (
          select asked.at, asked.pieces, coalesce((select b.price from ${priceBreaks} b
            where b.trim_id = ${trims.id} and b."from" <= asked.pieces order by b."from" desc limit 1), price) as price
          from json_to_recordset(${JSON.stringify(batch)}::json) as asked(id uuid, at int, pieces int)
          join ${trims} on ${trims.id} = asked.id) as priced`,
      );
      expect(rows).toHaveLength(batch.length);
      const differing = rows.filter(({ at, pieces, price, total, cents }) => {
        const shown = quotePrice(drawn[at] ?? { price: "", priceBreaks: [] }, pieces);
        return shown.unitPrice !== price || shown.total !== total || shown.rounded !== cents;
      });
      expect(differing).toEqual([]);
    }
  });

  it("is stored with the order, and stays when the breaks change", async () => {
    const trim = await buildPriced({
      ...{ moq: 100, quantity: 1000, price: "0.0345" },
      priceBreaks: [{ from: 300, price: "0.0301" }],
    });
    expect((await order(trim, 333)).status).toBe(200);
    await call(shop, `PATCH /trims/${trim.id}`, { as: admin, body: { priceBreaks: [] } });
    expect(await ordersFor(shop.db, trim.id)).toEqual([
      expect.objectContaining({ orderQuantity: 333, unitPrice: "0.0301", total: "10.0233" }),
    ]);
  });

  it("is never above the one the buyer saw: otherwise nothing is taken, and the answer gives the current price", async () => {
    const trim = await buildPriced({
      ...{ moq: 100, quantity: 1000, price: "0.0345" },
      priceBreaks: [{ from: 300, price: "0.0301" }],
    });
    const changes = shop.changes.count;
    const response = await order(trim, 333, { unitPrice: "0.0300" });
    expect(response.status).toBe(409);
    const message = "333 pieces cost $0.0301 per piece now, not $0.0300";
    expect(await response.json()).toMatchObject({
      ...{ code: "price-changed", detail: `${message}. Nothing was ordered.`, now: { unitPrice: "0.0301" } },
      errors: [{ field: "unitPrice", message }],
    });
    expect(await readStock(shop.db, trim.id)).toBe(1000);
    expect(await ordersFor(shop.db, trim.id)).toEqual([]);
    expect(shop.changes.count).toBe(changes);
    for (const unitPrice of ["0.0301", 0.0301, "0.0345"])
      expect((await order(trim, 333, { unitPrice })).status).toBe(200);
  });

  it("comes after minimum and stock among the reasons of a refusal", async () => {
    const trim = await buildPriced({ moq: 100, quantity: 1000, price: "0.0345", priceBreaks: [] });
    for (const [quantity, code] of [
      [99, "below-minimum"],
      [1001, "above-available"],
      [100, "price-changed"],
    ] as const) {
      expect(await (await order(trim, quantity, { unitPrice: "0.0001" })).json()).toMatchObject({ code });
    }
  });

  it("is the same in the mails and in the CSV", async () => {
    const trim = await buildPriced({
      ...{ moq: 100, quantity: 1000, price: "0.0345" },
      priceBreaks: [{ from: 300, price: "0.0301" }],
    });
    // By then the mails of the earlier orders have been written, so this one has mails of its own.
    await listMails(shop.db);
    const { insertedId } = await (await order(trim, 333, { unitPrice: "0.0301" })).json();
    const mails = (await listMails(shop.db)).filter(({ subject }) => subject.includes(trim.name));
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(text).toMatch(/\$10\.02[\s\S]*\$0\.0301/);
    const csv = await (await call(shop, "GET /allOrders.csv", { as: admin })).text();
    expect(csv.split("\r\n").find((line) => line.includes(insertedId))).toContain('333,"0.0301","10.02"');
  });

  it("is the new one for an order that waited while an admin changed breaks and stock", async () => {
    const trim = await buildPriced({
      ...{ moq: 100, quantity: 400, price: "0.0600" },
      priceBreaks: [{ from: 300, price: "0.0500" }],
    });
    const waiting = await shop.db.transaction(async (tx) => {
      await addToStock(tx, trim.id, 1000, emailContext);
      await updateTrim(tx, trim.id, { priceBreaks: [{ from: 200, price: "0.0400" }] });
      const answer = order(trim, 400);
      await expect.poll(isSomebodyWaiting).toBe(true);
      return { answer };
    });
    expect((await waiting.answer).status).toBe(200);
    expect(await ordersFor(shop.db, trim.id)).toEqual([expect.objectContaining({ unitPrice: "0.0400" })]);
    expect(await readStock(shop.db, trim.id)).toBe(1000);
  });

  it("comes from the same moment as minimum and stock, while many people order and an admin keeps changing all of them", async () => {
    // By day few pieces in small orders; by night a delivery, for large orders only. No quantity fits both.
    const day = { moq: 10, price: "3.0000", priceBreaks: [{ from: 20, price: "2.0000" }] };
    const night = { moq: 500, price: "0.9000", priceBreaks: [{ from: 600, price: "0.8000" }] };
    const trim = await buildPriced({ ...day, quantity: 400 });
    const quantities = [10, 20, 500, 600];
    let isOver = false;
    let answered = 0;
    const buying = Array.from({ length: 8 }, async (_, at) => {
      const answers: number[] = [];
      for (let turn = at; !isOver; turn++, answered++) {
        answers.push((await order(trim, quantities[turn % 4] ?? 10)).status);
      }
      return answers;
    });
    const kinds = ["10 at 3.0000", "20 at 2.0000", "500 at 0.9000", "600 at 0.8000"];
    const seen = async () => {
      const rows = await ordersFor(shop.db, trim.id);
      return [...new Set(rows.map(({ orderQuantity, unitPrice }) => `${orderQuantity} at ${unitPrice}`))].sort();
    };
    for (let turn = 1; turn <= 8 || (await seen()).length < kinds.length; turn++) {
      const { stock, table } = turn % 2 ? { stock: 50_000, table: night } : { stock: 400, table: day };
      // As PATCH does it, but with the stock as it is once the trim is held.
      await shop.db.transaction(async (tx) => {
        const left = (await lockTrim(tx, trim.id))?.quantity ?? 0;
        await updateTrim(tx, trim.id, table);
        await addToStock(tx, trim.id, stock - left, emailContext);
        await tx.insert(stockMovements).values({ trimId: trim.id, delta: stock - left, why: "count" });
      });
      const before = answered;
      await expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(before + 8);
    }
    isOver = true;
    const answers = (await Promise.all(buying)).flat();
    expect(answers.filter((status) => ![200, 409].includes(status))).toEqual([]);
    expect(await seen()).toEqual(kinds);
    const [stock] = await shop.db.select().from(trims).where(eq(trims.id, trim.id));
    const ledger = await (await call(shop, `GET /trims/${trim.id}/stock`, { as: admin })).json();
    expect(ledger.putIn).toBe((stock?.quantity ?? 0) + ledger.inOpenOrders + ledger.shipped);
  });
});

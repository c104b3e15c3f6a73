import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lineKeys } from "#app/content/lines.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { type Db, inTransaction, type Tx, transact } from "#app/platform/db/client.server.ts";
import { createDatabase, silent } from "#test/database.ts";
import { buyerId, countPlainly, readSums } from "#test/sums.ts";
import { catchUp, countAnew, keepSums, sumByDaysOf } from "./sums.server.ts";

/** `EVENTS=50000 SEED=7 npx vitest run app/features/orders/sums` runs more events, and different ones. */
const EVENTS = Number(process.env.EVENTS ?? 1000);
const SEED = Number(process.env.SEED ?? 1);
const AT_ONCE = 8;

let shop: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  shop = await createDatabase();
  await shop.db.insert(trims).values(
    Array.from({ length: 12 }, (_, at) => ({
      name: `Trim ${at}`,
      line: at % 7 === 6 ? null : lineKeys[at % 7],
      ...{ description: "", price: "1", moq: 1, quantity: 1_000_000, img: "/a.webp", alt: "" },
    })),
  );
});

afterAll(() => shop.drop());

/** An order of a buyer, and the event of its placing. */
async function place(userId: string, more: Partial<typeof orders.$inferInsert> = {}, within: Db | Tx = shop.db) {
  const rest = { name: "A", email: `${userId}@mill.example`, phone: "12345", address: "x", productName: userId };
  await transact(within, async (tx) => {
    const [order] = await tx
      .insert(orders)
      .values({ userId, ...rest, orderQuantity: 1, unitPrice: "1", ...more })
      .returning({ id: orders.id });
    await tx.insert(orderEvents).values({ orderId: order?.id ?? "", kind: "placed", actorRole: "buyer" });
  });
}

async function readBuyer(id: string) {
  const { rows } = await shop.db.execute(
    sql`select orders::int, name, (quiet_on - last_on)::int as "quietAfter" from buyers where id = ${id}`,
  );
  return rows[0];
}

const event = fc.record({
  kind: fc.constantFrom(
    ...(["place", "place", "place", "sheet", "accept", "invoice", "pay", "decline", "cancel", "back", "line"] as const),
  ),
  buyer: fc.nat(19),
  trim: fc.nat(12),
  /** Picks an order among those there are: ten-thousandths of the way. */
  order: fc.noBias(fc.nat(9999)),
  pieces: fc.integer({ min: 1, max: 100_000 }),
  /** Ten-thousandths of a dollar: half cents are met often. */
  price: fc.integer({ min: 0, max: 99_999 }),
  daysAgo: fc.nat(500),
});
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

/** Does to the rows what the shop does. */
async function perform(tx: Tx, what: Event, at: number): Promise<void> {
  const { kind, buyer, trim, pieces, price, daysAgo } = what;
  const insert = (lines: number) =>
    tx.execute(sql`
      insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at)
      select gen_random_uuid(), ${buyer === 19 ? null : buyerId(buyer)}, (select id from trims where number = ${trim} + n),
        'Buyer', 'buyer@mill.example', '12345', 'x', 'Trim', ${pieces} + n, ${price}::numeric / 10000,
        now() - ${daysAgo} * interval '1 day' - ${pieces} * interval '1 second' from generate_series(1, ${lines}::int) n`);
  /** Changes the order in these states that the event picks. */
  const change = (set: string, where: string) =>
    tx.execute(sql`
      update orders set ${sql.raw(set)} where ${sql.raw(where)} and id = (
        select id from orders where ${sql.raw(where)} order by id
        offset floor(${what.order}::numeric / 10000 * (select count(*) from orders where ${sql.raw(where)})) limit 1)`);
  const actions = {
    place: () => insert(1),
    sheet: () => insert(1 + (pieces % 20)),
    accept: () => change("review = 'accepted'", "review = 'in-review'"),
    invoice: () =>
      change(
        `payment = 'invoiced', due_on = '2026-01-01'::date + ${daysAgo}`,
        "review = 'accepted' and payment = 'pending'",
      ),
    pay: () => change("payment = 'paid'", "review = 'accepted' and payment = 'invoiced'"),
    decline: () => change("review = 'declined'", "review = 'in-review'"),
    cancel: () => change("review = 'cancelled'", "review in ('in-review', 'accepted')"),
    back: () => change("review = 'in-review'", "review = 'declined'"),
    line: () => tx.execute(sql`update trims set line = ${lineKeys[at % 7] ?? null} where number = ${1 + trim}`),
  };
  await actions[kind]();
}

describe("the sums of orders", () => {
  it(`equal a plain count after ${EVENTS} random acts, ${AT_ONCE} at once, by the days of any time zone`, {
    timeout: 300_000,
  }, async () => {
    const queue = fc.sample(event, { numRuns: EVENTS, seed: SEED }).entries();
    const work = async () => {
      for (const [at, what] of queue) await inTransaction(shop.db, (tx) => perform(tx, what, at));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // Somebody whose only order is invoiced but worth nothing. Placed before, it might be paid.
    await place(buyerId(400), { unitPrice: "0.0001", review: "accepted", payment: "invoiced", dueOn: "2026-02-01" });
    await countAnew(shop.db);
    const plainly = await countPlainly(shop.db);
    const kinds = new Set(plainly.map((line) => line.split(" ")[0]));
    expect([...kinds].toSorted()).toEqual(["buyer", "days", "month", "span", "trim", "unpaid", "week"]);
    expect(await readSums(shop.db)).toEqual(plainly);

    await sumByDaysOf(shop.db, "Pacific/Auckland");
    const there = await countPlainly(shop.db, "Pacific/Auckland");
    expect(await readSums(shop.db)).toEqual(there);
    expect(there).not.toEqual(plainly);
    await sumByDaysOf(shop.db, "UTC");
  });

  it("take a trim's sales along at once when it changes its line", async () => {
    await shop.db.execute(sql`update trims set line = 'zippers-pullers' where number = 1`);
    expect(await readSums(shop.db)).toEqual(await countPlainly(shop.db));
  });

  it("know when a buyer counts as quiet: after twice the usual silence, and six weeks", async () => {
    const [often, seldom, twice] = [buyerId(900), buyerId(901), buyerId(902)];
    const days = { [often]: [0, 10, 20, 30], [seldom]: [0, 40, 80], [twice]: [0, 10] };
    for (const [id, on] of Object.entries(days)) {
      for (const day of on) await place(id, { createdAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString() });
    }
    await catchUp(shop.db);
    const after = await Promise.all([often, seldom, twice].map(readBuyer));
    expect(after.map((buyer) => buyer?.quietAfter)).toEqual([43, 81, null]);
  });
});

describe("catching up", () => {
  beforeEach(() => catchUp(shop.db).then(() => {}));

  const readAt = async () => (await shop.db.execute<{ at: string }>(sql`select at::text from sums_as_of`)).rows[0]?.at;

  it("counts once for all who read at the same time, and not again until an order changes", async () => {
    const id = buyerId(500);
    await place(id, { name: "Before" });
    const before = await readAt();
    expect(await Promise.all([1, 2, 3].map(() => catchUp(shop.db)))).toEqual([null, null, null]);
    expect(await readBuyer(id)).toMatchObject({ orders: 1, name: "Before" });
    const counted = await readAt();
    expect(counted).not.toBe(before);
    await catchUp(shop.db);
    expect(await readAt()).toBe(counted);
    await place(id, { name: "After" });
    await catchUp(shop.db);
    expect(await readBuyer(id)).toMatchObject({ orders: 2, name: "After" });
  });

  it("misses no order that was being placed while the sums were counted", async () => {
    const id = buyerId(501);
    await inTransaction(shop.db, async (tx) => {
      await place(id, {}, tx);
      await place(buyerId(502));
      await catchUp(shop.db);
      expect(await readBuyer(buyerId(502))).toMatchObject({ orders: 1 });
      expect(await readBuyer(id)).toBeUndefined();
    });
    await catchUp(shop.db);
    expect(await readBuyer(id)).toMatchObject({ orders: 1 });
  });

  it("lets others read while it counts, and orders be placed", async () => {
    await inTransaction(shop.db, async (counting) => {
      await countAnew(counting);
      await place(buyerId(503));
      expect(await readBuyer(buyerId(500))).toMatchObject({ orders: 2 });
    });
    await catchUp(shop.db);
    expect(await readBuyer(buyerId(503))).toMatchObject({ orders: 1 });
  });

  it("leaves a large shop to the worker, and says as of when sums hold once they are a minute old", async () => {
    const id = buyerId(504);
    const number = 400_000;
    await place(id, { number });
    expect(await catchUp(shop.db)).toBeNull();
    expect(await readBuyer(id)).toBeUndefined();
    /** Time passes. */
    const age = async (minutes: number) => {
      const { rows } = await shop.db.execute<{ was: string }>(sql`select pg_get_viewdef('sums_as_of') as was`);
      const older = rows[0]?.was.replace(/now\(\)/i, `now() - interval '${minutes} minutes'`).replace(";", "");
      await shop.db.execute(sql`drop materialized view sums_as_of`);
      await shop.db.execute(sql.raw(`create materialized view sums_as_of as ${older}`));
      await shop.db.execute(sql`create unique index sums_as_of_key on sums_as_of (time_zone)`);
    };
    await age(61 / 60);
    expect(await catchUp(shop.db)).toBeNull();
    await place(id, { number: number + 1 });
    const asOf = Date.parse((await catchUp(shop.db)) ?? "");
    expect(Date.now() - asOf).toBeGreaterThan(60_000);
    expect(Date.now() - asOf).toBeLessThan(120_000);

    // 400,000 orders rest for 80 seconds.
    const stopResting = keepSums(shop.db, shop.connection, silent);
    await expect.poll(() => readBuyer(id), { timeout: 3_000, interval: 50 }).toBeUndefined();
    await stopResting();
    await age(81 / 60);
    await place(id, { number: number + 2 });
    const stop = keepSums(shop.db, shop.connection, silent);
    await expect.poll(() => readBuyer(id), { timeout: 10_000, interval: 50 }).toMatchObject({ orders: 3 });
    await stop();
  });
});

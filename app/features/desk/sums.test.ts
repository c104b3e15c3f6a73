import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lineKeys } from "#app/content/lines.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { foldShares } from "#app/features/trims/order-shares.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { createDatabase } from "#test/database.ts";
import { buyerId, countAnew, OWN, placeFor, readBuyer, readKept } from "#test/sums.ts";
import { keepSums } from "./sums.server.ts";

/** `EVENTS=50000 SEED=7 npx vitest run app/features/desk/sums.test.ts` runs more events, and different ones. */
const EVENTS = Number(process.env.EVENTS ?? 2000);
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

/** Somebody whose only order is invoiced but worth nothing. */
async function owesNothing(): Promise<void> {
  await placeFor(shop.db, buyerId(400), { day: 1 });
  await shop.db.execute(sql`update orders set unit_price = 0.0001, review = 'accepted', payment = 'Invoiced',
    due_on = '2026-02-01' where user_id = ${buyerId(400)}`);
}

const event = fc.record({
  kind: fc.constantFrom(
    ...([
      "place",
      "place",
      "place",
      "sheet",
      "accept",
      "invoice",
      "pay",
      "decline",
      "cancel",
      "back",
      "line",
      "many",
    ] as const),
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

/** Buyers whose sums are not those of their days. */
async function findHalves(): Promise<unknown[]> {
  const { rows } = await shop.db.execute(sql`
    select b.id from buyers b left join buyer_days d on d.buyer_id = b.id group by b.id
    having b.orders <> coalesce(sum(d.orders), 0) or b.value <> coalesce(sum(d.value), 0)
      or b.days <> count(*) filter (where d.orders > 0)`);
  return rows;
}

/** Does to the rows what the shop does, which locks the trims of the orders first, in one order. */
async function perform(tx: Tx, what: Event, at: number): Promise<void> {
  const { kind, buyer, trim, pieces, price, daysAgo } = what;
  const place = async (lines: number) => {
    await tx.execute(
      sql`select from trims where number between ${trim + 1} and ${trim + lines} order by id for update`,
    );
    await tx.execute(sql`
      insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at)
      select gen_random_uuid(), ${buyer === 19 ? null : buyerId(buyer)}, (select id from trims where number = ${trim} + n),
        'Buyer', 'buyer@mill.example', '12345', 'x', 'Trim', ${pieces} + n, ${price}::numeric / 10000,
        now() - ${daysAgo} * interval '1 day' - ${pieces} * interval '1 second' from generate_series(1, ${lines}::int) n`);
  };
  /** Changes `count` of the orders in these states, from the one on that the event picks. */
  const change = async (set: string, where: string, count = 1) => {
    const state = sql.raw(`phone <> '${OWN}' and ${where}`);
    const { rows } = await tx.execute<{ id: string; trim: string | null }>(sql`
      select id, trim_id as trim from orders where ${state} order by id
      offset floor(${what.order}::numeric / 10000 * (select count(*) from orders where ${state})) limit ${count}`);
    const [ids, trims] = [rows.map(({ id }) => id), rows.map(({ trim }) => trim)];
    await tx.execute(
      sql`select from trims where id = any(${`{${trims.filter(Boolean)}}`}::uuid[]) order by id for update`,
    );
    const picked = sql`id = any(${`{${ids}}`}::uuid[])`;
    await tx.execute(sql`select from orders where ${picked} order by id for update`);
    await tx.execute(sql`update orders set ${sql.raw(set)} where ${picked} and ${state}`);
  };
  const acts = {
    place: () => place(1),
    sheet: () => place(1 + (pieces % 20)),
    accept: () => change("review = 'accepted'", "review = 'in review'"),
    invoice: () =>
      change(
        `payment = 'Invoiced', due_on = '2026-01-01'::date + ${daysAgo}`,
        "review = 'accepted' and payment = 'Pending'",
      ),
    pay: () => change("payment = 'Paid'", "review = 'accepted' and payment = 'Invoiced'"),
    decline: () => change("review = 'declined'", "review = 'in review'"),
    cancel: () => change("review = 'cancelled'", "review in ('in review', 'accepted')"),
    back: () => change("review = 'in review'", "review = 'declined'"),
    many: () => change("review = 'cancelled'", "review in ('in review', 'accepted')", 10),
    line: () => tx.execute(sql`update trims set line = ${lineKeys[at % 7] ?? null} where number = ${1 + trim}`),
  };
  await acts[kind]();
}

describe("the kept sums", () => {
  it(`equal a full count after ${EVENTS} random events, ${AT_ONCE} at once, while others fold and read`, {
    timeout: 300_000,
  }, async () => {
    await owesNothing();
    const events = fc.sample(event, { numRuns: EVENTS, seed: SEED });
    const queue = events.entries();
    /** Beside the events, each seat has a buyer of its own, who sees each order and each cancellation at once. */
    const work = async (seat: number) => {
      const own = buyerId(500 + seat);
      let [placed, cancelled] = [0, 0];
      for (const [at, what] of queue) {
        await inTransaction(shop.db, (tx) => perform(tx, what, at));
        await placeFor(shop.db, own, { day: (placed % 3) + 1, name: `Buyer of ${placed}` });
        placed++;
        if (placed % 5 === 0) {
          await shop.db.execute(sql`update orders set review = 'cancelled' where id =
            (select id from orders where user_id = ${own} and review = 'in review' limit 1)`);
          cancelled++;
        }
        const left = { orders: String(placed - cancelled), name: `Buyer of ${placed - 1}` };
        expect(await readBuyer(shop.db, own)).toMatchObject(left);
      }
    };
    let isOver = false;
    const meanwhile = async (act: () => Promise<unknown>) => {
      while (!isOver) await act();
    };
    const besides = [
      meanwhile(() => foldShares(shop.db)),
      meanwhile(() => foldShares(shop.db)),
      // Whoever reads between two folds never meets half of an order.
      meanwhile(async () => expect(await findHalves()).toEqual([])),
    ];
    const working = Promise.all(Array.from({ length: AT_ONCE }, (_, seat) => work(seat)));
    await working.finally(() => {
      isOver = true;
    });
    await Promise.all(besides);
    const anew = await countAnew(shop.db);
    // How many are left depends on which event comes first: each kind is there.
    const kinds = new Set(anew.map((line) => line.split(" ")[0]));
    expect([...kinds].toSorted()).toEqual(["buyer", "day", "due", "month", "span", "unpaid", "week"]);
    expect(await readKept(shop.db)).toEqual(anew);
  });

  it("are counted again by the days of another time zone", async () => {
    await keepSums(shop.db, "Pacific/Auckland");
    const anew = await countAnew(shop.db, "Pacific/Auckland");
    expect(await readKept(shop.db)).toEqual(anew);
    expect(anew).not.toEqual(await countAnew(shop.db));
  });

  it("know when a buyer counts as quiet: after twice the usual silence, and six weeks", async () => {
    const [often, seldom, twice] = [buyerId(900), buyerId(901), buyerId(902)];
    const days = { [often]: [0, 10, 20, 30], [seldom]: [0, 40, 80], [twice]: [0, 10] };
    await shop.db.insert(orders).values(
      Object.entries(days).flatMap(([userId, on]) =>
        on.map((day) => ({
          ...{ userId, name: "A", email: "a@mill.example", phone: "12345", address: "x", productName: "x" },
          ...{ orderQuantity: 1, unitPrice: "1", createdAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString() },
        })),
      ),
    );
    await foldShares(shop.db);
    const { rows } = await shop.db.execute(sql`
      select id, (quiet_on - last_on)::int as after from buyers where id in (${often}, ${seldom}, ${twice}) order by id`);
    expect(rows).toEqual([
      { id: often, after: 43 },
      { id: seldom, after: 81 },
      { id: twice, after: null },
    ]);
  });

  it("are empty once no order is left", async () => {
    await shop.db.execute(sql`delete from orders`);
    expect(await readKept(shop.db)).toEqual([]);
  });
});

import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { orderEvents } from "#app/features/orders/life/tables.server.ts";
import { orderRules } from "#app/features/orders/limits.server.ts";
import { orders, untoldOrders } from "#app/features/orders/tables.server.ts";
import { priceBreaks, trims } from "#app/features/trims/tables.server.ts";
import { countsOfAct, createLimits } from "#app/platform/http/limits.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { idempotencyKeys, rateLimits } from "#app/platform/http/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";
import { placeAlone } from "./placing.server.ts";
import { createTogether } from "./together.server.ts";

const RUNS = Number(process.env.RUNS ?? 60);

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

describe("the statement that places orders together, and the way that places one alone", () => {
  const limited = { "order-account": { points: 4, minutes: 60 }, "order-network": { points: 3, minutes: 60 } };
  const state = fc.record({
    moq: fc.constantFrom(1, 2, 5),
    quantity: fc.constantFrom(0, 7, 30, 100, 200),
    isRemoved: fc.nat(9).map((chance) => chance === 0),
    breakAbove: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    isVerified: fc.boolean(),
    role: fc.constantFrom("buyer" as const, "admin" as const),
  });
  const sent = fc.record({
    pieces: fc.constantFrom(1, 2, 5, 6, 7, 8, 20, 40),
    seen: fc.constantFrom(undefined, undefined, undefined, "0.062", "0.0620", "0.05", "0.0500", "1"),
    naming: fc.constantFrom(
      ...Array.from({ length: 7 }, () => "as it is" as const),
      "in capitals",
      "otherwise",
      "unknown id",
      "no id",
    ),
    key: fc.constantFrom(undefined, undefined, "one", "two"),
    address: fc.constantFrom("Vävaregatan 14, Umeå", 'Line 1\nLine 2 "quoted" \\ ✓'),
  });
  type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never;
  type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never;

  it("agree about every order in every state, and leave the same behind", async () => {
    const placedBoth = { together: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(state, fc.array(sent, { minLength: 1, maxLength: 7 }), async (about, all) => {
        const [one, other] = [await standIn(about), await standIn(about)];
        const together = createTogether();
        for (const each of all) {
          const first = toAsked(one, each);
          const counts = countsOfAct<"order">(one.limits, "order", one.who, one.network);
          const placed = await together.place(shop.db, { ...first, counts });
          const alone = await answerOf(() => placeAlone(shop.db, toAsked(other, each), other.limits, other.onPlaced));
          if (placed) {
            placedBoth.together++;
            one.isNew = true;
            expect(alone, "what is placed together is placed alone").toEqual({ acknowledged: true });
          } else {
            placedBoth.refused++;
            // It has left no trace: placing it alone finds the same state as in the twin, and gives the same answer.
            expect(await answerOf(() => placeAlone(shop.db, first, one.limits, one.onPlaced))).toEqual(alone);
            if (each.naming === "as it is") expect(one.isNew, "it places what nothing stands against").toBe(false);
          }
          expect(one.isNew).toBe(other.isNew);
          [one.isNew, other.isNew] = [false, false];
        }
        expect(await readTraces(one)).toEqual(await readTraces(other));
      }),
      { numRuns: RUNS },
    );
    expect(placedBoth.together).toBeGreaterThan(RUNS / 8);
    expect(placedBoth.refused).toBeGreaterThan(RUNS / 8);
  });

  it("agree when one statement decides several", async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(state, fc.array(sent, { minLength: 2, maxLength: 9 }), async (about, all) => {
        const [one, other] = [await standIn(about), await standIn(about)];
        const together = createTogether();
        const counts = countsOfAct<"order">(one.limits, "order", one.who, one.network);
        const placed = await Promise.all(all.map((each) => together.place(shop.db, { ...toAsked(one, each), counts })));
        const done = all.filter((_, at) => placed[at]);
        most = Math.max(most, done.length);
        // Those that were placed are also placed one by one in the twin, in the same order, and leave the same behind.
        for (const each of done) {
          const alone = await answerOf(() => placeAlone(shop.db, toAsked(other, each), other.limits, other.onPlaced));
          expect([alone, other.isNew]).toEqual([{ acknowledged: true }, true]);
          other.isNew = false;
        }
        const [traces, tracesAlone] = [await readTraces(one), await readTraces(other)];
        // A row of limits without points means the same as no row.
        expect({ ...traces, limits: traces.limits.filter(Boolean) }).toEqual(tracesAlone);
      }),
      { numRuns: RUNS },
    );
    expect(most).toBeGreaterThan(2);
  });

  type Twin = Awaited<ReturnType<typeof standIn>>;

  /** A trim, and a buyer who orders it from a network of their own. */
  async function standIn({ moq, quantity, isRemoved, breakAbove, isVerified, role }: State) {
    const removedAt = isRemoved ? new Date().toISOString() : null;
    const trim = await buildTrim(shop.db, { moq, quantity, removedAt });
    if (breakAbove)
      await shop.db.insert(priceBreaks).values({ trimId: trim.id, from: moq + breakAbove, price: "0.0500" });
    const person = await signedIn(shop.db, { role, emailVerified: isVerified });
    const who = { ...person, isVerified, isAdmin: role === "admin", hasSecondFactor: false, isProved: true };
    const limits = createLimits(shop.db, orderRules, limited);
    const twin = { trim, who, limits, network: [`of ${person.id}`], isNew: false, onPlaced: () => {} };
    twin.onPlaced = () => {
      twin.isNew = true;
    };
    return twin;
  }

  function toAsked({ trim, who, network }: Twin, { pieces, seen, naming, key, address }: Sent) {
    const name =
      naming === "in capitals" ? trim.name.toUpperCase() : naming === "otherwise" ? "Another trim" : trim.name;
    const id = naming === "unknown id" ? crypto.randomUUID() : trim.id;
    const { trimId: _, ...order } = newOrder(who, { id, name }, pieces);
    const common = { ...order, orderQuantity: pieces, address, ...(seen === undefined ? {} : { unitPrice: seen }) };
    const input = naming === "no id" ? common : { ...common, trimId: id };
    return { who, network, input, key };
  }

  async function answerOf(act: () => Promise<object>) {
    try {
      await act();
      return { acknowledged: true };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { problem, message, more } = error;
      return { code: problem.code, message: message.replace(/Rivet [0-9a-f-]+/i, "Rivet"), now: more.now };
    }
  }

  /** What is in the database of a twin, without ids and moments. */
  async function readTraces({ trim, who, network }: Twin) {
    const placed = await shop.db.select().from(orders).where(eq(orders.userId, who.id)).orderBy(orders.number);
    const ids = placed.map(({ id }) => id);
    const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.actorId, who.id));
    const untold = await shop.db
      .select()
      .from(untoldOrders)
      .where(sql`${untoldOrders.orderId} = any(${sql.param(ids)})`);
    const keys = await shop.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.owner, who.id));
    const mine = sql`${rateLimits.key} in (${`order-account:${who.id}`}, ${`order-network:${network[0]}`})`;
    const limits = await shop.db.select().from(rateLimits).where(mine).orderBy(rateLimits.key);
    return {
      left: await readStock(shop.db, trim.id),
      orders: placed.map(({ id: _, number: __, createdAt: ___, words: ____, ...order }) => ({
        ...order,
        ...{
          userId: order.userId === who.id,
          trimId: order.trimId === trim.id,
          productName: "its name",
          email: order.email === who.email,
        },
      })),
      events: events.map(({ orderId, kind, actorRole, track, note }) => [
        ids.indexOf(orderId),
        kind,
        actorRole,
        track,
        note,
      ]),
      untold: untold.map(({ orderId, isVerified }) => [ids.indexOf(orderId), isVerified]).toSorted(),
      keys: keys.map(({ key, answer }) => [key, ids.indexOf((answer as { insertedId: string }).insertedId)]).toSorted(),
      limits: limits.map(({ points }) => points),
    };
  }
});

it("an order asks the database twice: who sends it, and whether it may be placed", async () => {
  const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db)];
  let asked = 0;
  const stop = onAsked(() => asked++);
  const { status } = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) });
  stop();
  expect([status, asked]).toEqual([200, 2]);
});

it("the database has the next orders before the last ones are answered", async () => {
  const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db)];
  const who = { ...buyer, isVerified: true, isAdmin: false, hasSecondFactor: false, isProved: true };
  const input = { ...newOrder(buyer, trim), orderQuantity: trim.moq };
  const together = createTogether();
  const seen: string[] = [];
  const place = async () => {
    const placed = await together.place(shop.db, { who, input, key: undefined, counts: [] });
    seen.push(placed ? "answered" : "refused");
  };
  let second: Promise<void> | undefined;
  const stop = onAsked(() => {
    seen.push("asked");
    // Arrives while the first is at the database.
    second ??= place();
  });
  await place();
  await second;
  stop();
  expect(seen).toEqual(["asked", "asked", "answered", "answered"]);
});

/** Tells whenever the shop sends something to the database. Returns what ends that. */
function onAsked(tell: () => void): () => void {
  const pool = "$client" in shop.db ? shop.db.$client : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error("a database without a pool");
  pool.on("acquire", tell);
  return () => pool.off("acquire", tell);
}

describe("orders at the same moment", () => {
  const rush = (
    people: readonly TestPerson[],
    of: readonly { id: string; name: string }[],
    pieces: number,
    times: number,
  ) =>
    Promise.all(
      Array.from({ length: times }, async (_, at) => {
        const [as, trim] = [people[at % people.length], of[at % of.length]];
        if (!as || !trim) throw new Error("a rush of nobody");
        const headers = { "idempotency-key": crypto.randomUUID() };
        const response = await call(shop, "POST /orders", { as, body: newOrder(as, trim, pieces), headers });
        return { as, trim, status: response.status, body: await response.json() };
      }),
    );

  it("each get an answer of their own, and never more than there is", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => signedIn(shop.db)));
    const plenty = await buildTrim(shop.db, { moq: 1, quantity: 10_000 });
    const scarce = await buildTrim(shop.db, { moq: 1, quantity: 25 });
    const answers = await rush(people, [plenty, scarce], 2, 60);
    const placed = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
    const rows = [...(await ordersFor(shop.db, plenty.id)), ...(await ordersFor(shop.db, scarce.id))];
    const known = new Map(rows.map((row) => [row.id, row]));
    expect(placed).toHaveLength(rows.length);
    for (const { as, trim, body } of placed) {
      expect(known.get(body.insertedId)).toMatchObject({ userId: as.id, email: as.email, trimId: trim.id });
    }
    expect(await readStock(shop.db, plenty.id)).toBe(10_000 - 60);
    expect(await readStock(shop.db, scarce.id)).toBe(1);
  });

  it("do not wait for one whose trim is held", async () => {
    const buyer = await signedIn(shop.db);
    const [held, free] = [await buildTrim(shop.db), await buildTrim(shop.db)];
    const both = await shop.db.transaction(async (tx) => {
      await tx.update(trims).set({ alt: "held" }).where(eq(trims.id, held.id));
      const sent = [held, free].map((trim) => call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) }));
      expect((await sent[1])?.status).toBe(200);
      expect(await ordersFor(shop.db, free.id)).toHaveLength(1);
      return sent;
    });
    const [last] = await Promise.all(both);
    // It waited, or was told to try again.
    expect([200, 503]).toContain(last?.status);
    expect(await ordersFor(shop.db, held.id)).toHaveLength(last?.status === 200 ? 1 : 0);
  });

  it("are not lost with one that the database refuses", async () => {
    const buyer = await signedIn(shop.db);
    const [broken, whole] = [await buildTrim(shop.db), await buildTrim(shop.db)];
    await shop.db.execute(
      sql`alter table orders add constraint no_such check (product_name <> ${sql.raw(`'${broken.name}'`)})`,
    );
    try {
      const sent = [broken, whole].map((trim) =>
        call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim) }),
      );
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([500, 200]);
    } finally {
      await shop.db.execute(sql`alter table orders drop constraint no_such`);
    }
    expect(await ordersFor(shop.db, whole.id)).toHaveLength(1);
    expect(await readStock(shop.db, broken.id)).toBe(broken.quantity);
    const counted = eq(rateLimits.key, `order-account:${buyer.id}`);
    expect((await shop.db.select().from(rateLimits).where(counted)).map(({ points }) => points)).toEqual([2]);
  });
});

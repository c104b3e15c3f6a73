import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { pendingOrderNotifications } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";
import { type OrderRequest, placeOrders } from "./door.server.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

/** Places these in one transaction, and returns "placed", "repeated", or the code and words of each refusal. */
async function placeTogether(requests: readonly OrderRequest[]): Promise<string[]> {
  const answers = await inTransaction(shop.db, (tx) => placeOrders(tx, requests));
  return answers.map((answer) => {
    if (answer instanceof Refusal) return `${answer.problem.code}: ${answer.message}`;
    return answer.trimId ? "placed" : "repeated";
  });
}

function request(
  person: TestPerson,
  trim: { id: string; name: string },
  pieces: number,
  about: Partial<OrderRequest["input"]> & Partial<Pick<OrderRequest, "key" | "counts">> = {},
): OrderRequest {
  const by = { ...person, isVerified: true, isAdmin: false, staffRoles: [], hasSecondFactor: false, isProved: true };
  const { key, counts = [], ...more } = about;
  return { by, buyer: by, key, counts, input: { ...newOrder(person, trim), orderQuantity: pieces, ...more } };
}

describe("orders that are placed in one transaction", () => {
  it("each get their own answer, judged by what those before them left", async () => {
    const buyer = await signedIn(shop.db);
    const trim = await buildTrim(shop.db, { moq: 10, quantity: 100, price: "0.0620" });
    const other = await buildTrim(shop.db, { moq: 1, quantity: 5 });
    const { trimId: _, ...byName } = request(buyer, other, 5).input;
    expect(
      await placeTogether([
        request(buyer, trim, 60),
        request(buyer, trim, 9),
        request(buyer, trim, 41),
        request(buyer, trim, 40, { unitPrice: "0.0500" }),
        request(buyer, trim, 40, { unitPrice: "0.0700" }),
        request(buyer, { id: trim.id, name: "Another trim" }, 10),
        request(buyer, { id: crypto.randomUUID(), name: trim.name }, 10),
        { ...request(buyer, other, 5), input: { ...byName, productName: other.name.toUpperCase() } },
      ]),
    ).toEqual([
      "placed",
      "below-minimum: Minimum Order Quantity is 10",
      "above-available: Maximum Order Quantity is 40",
      "price-changed: 40 pieces cost $0.0620 per piece now, not $0.0500. Nothing was ordered.",
      "placed",
      `trim-renamed: This trim is now called ${trim.name}. Please reload the page.`,
      "not-found: This trim is no longer in the catalogue.",
      "placed",
    ]);
    expect([await readStock(shop.db, trim.id), await readStock(shop.db, other.id)]).toEqual([0, 0]);
    const placed = await ordersFor(shop.db, trim.id);
    expect(placed.map(({ orderQuantity }) => orderQuantity).toSorted()).toEqual([40, 60]);
    const [one] = placed;
    expect(await shop.db.$count(orderEvents, eq(orderEvents.orderId, one?.id ?? ""))).toBe(1);
    expect(await shop.db.$count(pendingOrderNotifications, eq(pendingOrderNotifications.orderId, one?.id ?? ""))).toBe(
      1,
    );
  });

  it("count against a limit one after the other; a repeat gets its answer beyond it", async () => {
    const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db, { moq: 1, quantity: 100 })];
    const counts = [{ key: `order-account:${buyer.id}`, most: 3, minutes: 60 }];
    const first = crypto.randomUUID();
    const asked = [first, undefined, undefined, undefined, first].map((key) =>
      request(buyer, trim, 1, { counts, key }),
    );
    const refused = "too-many-requests: Too many attempts. Please try again in 60 minutes.";
    expect(await placeTogether(asked)).toEqual(["placed", "placed", "placed", refused, "repeated"]);
    expect(await placeTogether([request(buyer, trim, 1, { counts, key: first })])).toEqual(["repeated"]);
    expect(await readStock(shop.db, trim.id)).toBe(97);
  });

  it("under one key are one order, and a refused one leaves its key free", async () => {
    const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db, { moq: 1, quantity: 100 })];
    const key = crypto.randomUUID();
    const asked = [1000, 5, 5, 6].map((pieces) => request(buyer, trim, pieces, { key }));
    expect(await placeTogether(asked)).toEqual([
      "above-available: Maximum Order Quantity is 100",
      "placed",
      "repeated",
      "key-reused: This Idempotency-Key was already used for another request. Please use a new one.",
    ]);
    expect(await readStock(shop.db, trim.id)).toBe(95);
  });

  it("become their buyer's, and say who placed them", async () => {
    const [admin, buyer] = [await signedIn(shop.db, { role: "admin" }), await signedIn(shop.db)];
    const trim = await buildTrim(shop.db);
    const { buyer: theirs } = request(buyer, trim, 100);
    const asked = request(admin, trim, 100);
    expect(await placeTogether([{ ...asked, by: { ...asked.by, isAdmin: true }, buyer: theirs }])).toEqual(["placed"]);
    const [order] = await ordersFor(shop.db, trim.id);
    expect(order).toMatchObject({ userId: buyer.id, email: buyer.email });
    const [event] = await shop.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order?.id ?? ""));
    expect(event).toMatchObject({ kind: "placed", actorId: admin.id, actorRole: "admin" });
  });
});

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
    // What the database refuses is undone as a whole, and not counted.
    expect((await shop.db.select().from(rateLimits).where(counted)).map(({ points }) => points)).toEqual([1]);
  });
});

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { writeOrders } from "#app/features/orders/placing/queries.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import { catchUp } from "#app/features/orders/sums/sums.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { sqlState } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, buildTrims, newSheet } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { readStock } from "#test/stock.ts";
import { countPlainly, readSums } from "#test/sums.ts";

const CHECK_VIOLATION = "23514";

let shop: TestApp;
let buyer: TestPerson;

beforeEach(async () => {
  shop = await startTestApp();
  buyer = await signedIn(shop.db);
});

describe("writing a sheet", () => {
  it("numbers 200 orders and their events by the lines, and adds to sums", async () => {
    const built = await buildTrims(shop.db, 200);
    // In another order than they are stored and locked.
    const trims = built.map((_, at) => built[(at * 7) % built.length] ?? expect.unreachable());
    const headers = { "idempotency-key": randomUUID() };
    const sent = await call(shop, "POST /orderSheets", { as: buyer, body: newSheet(buyer, trims), headers });
    expect(sent.status).toBe(200);
    const byNumber = await shop.db.select().from(orders).orderBy(orders.number);
    expect(byNumber.map(({ trimId }) => trimId)).toEqual(trims.map(({ id }) => id));
    const events = await shop.db.select().from(orderEvents).orderBy(orderEvents.seq);
    expect(events.map(({ orderId }) => orderId)).toEqual(byNumber.map(({ id }) => id));
    await catchUp(shop.db);
    expect(await readSums(shop.db)).toEqual(await countPlainly(shop.db));
    const { rows } = await shop.db.execute(sql`
      select (select array_agg(distinct orders) from trim_orders) as trims,
        (select count(distinct product_name)::int from orders where review = 'in-review') as items`);
    expect(rows).toEqual([{ trims: [1], items: 200 }]);
  });

  it("of more pieces than there are writes nothing, even past all judging, and the draft stays", async () => {
    const trims = [await buildTrim(shop.db), await buildTrim(shop.db, { quantity: 99 })];
    const draft = { lines: trims.map(({ id }) => ({ trimId: id, orderQuantity: 100 })) };
    const headers = { "if-match": '"none"' };
    expect((await call(shop, "PUT /orderDraft", { as: buyer, body: draft, headers })).status).toBe(200);
    const { phone, address } = newSheet(buyer, []);
    const who = { ...buyer, isAdmin: false, staffRoles: [], isVerified: true, hasSecondFactor: false, isProved: false };
    const lines = trims.map((trim) => ({
      ...{
        id: newId(),
        by: who,
        buyer: who,
        company: undefined,
        trim,
        orderQuantity: 100,
        unitPrice: "0.0620",
        phone,
        address,
        shipTo: null,
      },
    }));
    const refused = shop.db.transaction((tx) => writeOrders(tx, lines));
    await expect(refused).rejects.toSatisfy((error) => sqlState(error) === CHECK_VIOLATION);
    expect(await shop.db.$count(orderSheets)).toBe(0);
    expect(await shop.db.$count(orders, eq(orders.userId, buyer.id))).toBe(0);
    expect(await shop.db.$count(orderEvents)).toBe(0);
    expect(await Promise.all(trims.map(({ id }) => readStock(shop.db, id)))).toEqual([1000, 99]);
    expect(await (await call(shop, "GET /orderDraft", { as: buyer })).json()).toMatchObject(draft);
  });
});

import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { adminTabs } from "#app/features/orders/list/orders-tabs.rules.ts";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";

let shop: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  buyer = await signedIn(shop.db, { name: "Hiroto Minase" });
});

type Trim = Awaited<ReturnType<typeof buildTrim>>;

async function placed(trim: Trim, pieces = 100): Promise<string> {
  const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, pieces) });
  return (await response.json()).insertedId;
}

const dayNow = () => new Date().toISOString().slice(0, 10);

/**
 * The day of an order, or the first of its week, as the database has it: the test may begin before midnight and end
 * after it.
 */
async function dayOf(id: string, of: "day" | "week" = "day"): Promise<string> {
  const { rows } = await shop.db.execute<{ day: string }>(
    sql`select date_trunc(${of}, created_at at time zone 'UTC')::date::text as day from orders where id = ${id}`,
  );
  return rows[0]?.day ?? "";
}

async function move(id: string, track: string, from: string, to: string, more = {}): Promise<void> {
  const body = { track, from, to, ...more };
  const response = await call(shop, `POST /orders/${id}/moves`, { as: admin, body });
  expect(response.status).toBe(200);
}

async function read(path: string) {
  const response = await call(shop, `GET ${path}`, { as: admin });
  expect(response.status).toBe(200);
  return response.json();
}

/** How many rows a tab of *Manage All Orders* shows, asked as the page asks. */
async function countTab(name: string): Promise<number> {
  const tab = adminTabs.find((tab) => tab.name === name) ?? expect.unreachable();
  const params = new URLSearchParams((tab.state ?? []).map((state) => ["state", state]));
  if (tab.due) params.set("due", tab.due);
  return (await read(`/allOrders?${params}`)).length;
}

describe("GET /adminDashboard", () => {
  it("counts exactly the rows of each list, as orders move on", async () => {
    const trim = await buildTrim(shop.db, { quantity: 100_000 });
    const ids: string[] = [];
    for (let at = 0; at < 8; at++) ids.push(await placed(trim));
    const [toProduce = "", toPack = "", toShip = "", late = "", inTime = "", paid = "", declined = ""] = ids;
    for (const id of ids.slice(0, 6)) await move(id, "review", "in-review", "accepted");
    await move(declined, "review", "in-review", "declined", { note: "No longer made", noteFor: "buyer" });
    await move(toPack, "shipping", "pending", "in-production");
    await move(toShip, "shipping", "pending", "packed");
    await move(toShip, "shipping", "packed", "shipped");
    const packed = await placed(trim);
    ids.push(packed);
    await move(packed, "review", "in-review", "accepted");
    await move(packed, "shipping", "pending", "packed");
    for (const id of [late, inTime, paid])
      await move(id, "payment", "pending", "invoiced", { dueOn: "2099-01-01", lateDue: true });
    await move(paid, "payment", "invoiced", "paid");
    await shop.db.execute(sql`update orders set due_on = '2020-02-03' where id in (${late}, ${paid})`);
    const [{ number }] = await read(`/invoices?order=${late}`);
    const part = { invoice: number, amount: "1.19", day: "2026-01-31" };
    const sent = { as: admin, body: part, headers: { "idempotency-key": crypto.randomUUID() } };
    expect((await call(shop, "POST /payments", sent)).status).toBe(200);

    const earliest = dayNow();
    const dashboard = await read("/adminDashboard");
    expect([earliest, dayNow()]).toContain(dashboard.today);
    expect(dashboard).toMatchObject({
      review: { orders: 1, oldestOn: await dayOf(ids[7] ?? "") },
      produce: { orders: 4 },
      pack: { orders: 1 },
      ship: { orders: 1 },
      invoice: { orders: 4, shipped: 1, value: "24.80" },
      owed: { owed: { count: 2, sum: "11.21" }, states: { open: 1, "partly-paid": 1, paid: 1 } },
      // What is left to pay.
      pastDue: { orders: 1, value: "5.01", oldestOn: "2020-02-03" },
    });
    for (const name of ["review", "produce", "pack", "ship", "invoice"])
      expect([name, await countTab(name)]).toEqual([name, dashboard[name].orders]);
    expect(await countTab("due")).toBe(dashboard.pastDue.orders);
    expect((await read("/allOrders?due=past")).map(({ _id }: { _id: string }) => _id)).toEqual([late]);
    expect(toProduce).not.toBe("");
    const newest = dashboard.newest.map(({ _id }: { _id: string }) => _id);
    expect(newest).toEqual(
      ids
        .filter((id) => id !== declined)
        .toReversed()
        .slice(0, 6),
    );
  });

  it("counts trims below their mark, which the list of low stock shows", async () => {
    const before = await read("/adminDashboard");
    const about = { moq: 100, quantity: 150 };
    const [low, ownMark, empty, below] = [
      await buildTrim(shop.db, about),
      await buildTrim(shop.db, { ...about, quantity: 4000, lowStockAt: 5000 }),
      await buildTrim(shop.db, { ...about, quantity: 0 }),
      await buildTrim(shop.db, { ...about, quantity: 99 }),
    ];
    await buildTrim(shop.db, { ...about, lowStockAt: 150 });
    const gone = await buildTrim(shop.db, { ...about, quantity: 1 });
    await call(shop, `DELETE /trims/${gone.id}`, { as: admin });
    const { lowStock } = await read("/adminDashboard");
    expect(lowStock).toEqual({
      trims: before.lowStock.trims + 4,
      outOfStock: before.lowStock.outOfStock + 1,
      belowMinimum: before.lowStock.belowMinimum + 1,
    });
    const list = await read("/trims/low");
    expect(list).toHaveLength(lowStock.trims);
    const numbers = list.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(expect.arrayContaining([low, ownMark, empty, below].map(({ number }) => number)));
    expect(list.find(({ _id }: { _id: string }) => _id === ownMark.id)).toMatchObject({ lowStockAt: 5000 });
    // Once restocked it leaves the list.
    await call(shop, `PATCH /trims/${low.id}`, { as: admin, body: { restock: 50, why: "New lot" } });
    expect(await read("/trims/low")).toHaveLength(lowStock.trims - 1);
  });

  it("pages the list of low stock by article number", async () => {
    const all = await read("/trims/low");
    const response = await call(shop, "GET /trims/low?limit=2", { as: admin });
    const after = /after=(\d+)/.exec(response.headers.get("link") ?? "")?.[1];
    const next = await read(`/trims/low?limit=2&after=${after}`);
    expect([...(await response.json()), ...next]).toEqual(all.slice(0, 4));
    expect(response.headers.get("x-total-count")).toBe(String(all.length));
  });
});

describe("GET /sales", () => {
  it("adds up 53 weeks, the running one last, each line for itself", async () => {
    const before = await read("/sales");
    const rivet = await buildTrim(shop.db, { line: "rivets", price: "0.0345", quantity: 100_000 });
    const week = await dayOf(await placed(rivet, 333), "week");
    const declined = await placed(rivet, 100);
    await move(declined, "review", "in-review", "declined", { note: "No longer made", noteFor: "buyer" });
    const { weeks } = await read("/sales");
    expect(weeks).toHaveLength(53);
    expect(new Date(weeks.at(-1).week).getUTCDay()).toBe(1);
    type Week = { week: string; orders: number; value: string };
    const ofOrder = (one: Week) => one.week === week;
    const [last, was] = [weeks.find(ofOrder), before.weeks.find(ofOrder) ?? { orders: 0, value: "0" }];
    expect(last.orders).toBe(was.orders + 1);
    // 333 × 0.0345 = 11.4885
    expect(last.lines.find(({ line }: { line: string }) => line === "rivets")).toEqual({
      line: "rivets",
      orders: 1,
      pieces: 333,
      value: "11.49",
    });
    expect((Number(last.value) - Number(was.value)).toFixed(2)).toBe("11.49");
    const withOrders = (list: Week[]) => new Set(list.filter(({ orders }) => orders > 0).map((one) => one.week));
    expect(withOrders(weeks)).toEqual(withOrders(before.weeks).add(week));
  });

  it("names the best trims by value and by pieces, also those that have left the catalogue", async () => {
    const dear = await buildTrim(shop.db, { name: "Dear belt", price: "90000", quantity: 1000 });
    const many = await buildTrim(shop.db, { name: "Cheap label", price: "0.0001", quantity: 9_000_000 });
    await placed(dear, 100);
    await placed(many, 8_000_000);
    await call(shop, `DELETE /trims/${dear.id}`, { as: admin });
    const { byValue, byPieces } = await read("/sales");
    expect(byValue[0]).toMatchObject({
      trimId: dear.id,
      name: "Dear belt",
      orders: 1,
      pieces: 100,
      value: "9000000.00",
    });
    expect(byPieces[0]).toMatchObject({ trimId: many.id, pieces: 8_000_000, value: "800.00" });
    expect(byValue.length).toBeLessThanOrEqual(6);
  });

  it("names buyers gone quiet, the most valuable first, until they order again", async () => {
    const [small, large] = [await signedIn(shop.db), await signedIn(shop.db)];
    const daysAgo = [170, 150, 130, 110];
    for (const [person, pieces] of [
      [small, 10],
      [large, 20],
    ] as const) {
      for (const days of daysAgo)
        await shop.db.execute(sql`
          insert into orders (id, user_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at)
          values (gen_random_uuid(), ${person.id}, ${person.name}, ${person.email}, '12345', 'x', 'x', ${pieces}, 1,
            now() - ${days} * interval '1 day')`);
    }
    await countAnew(shop.db);
    const { quiet } = await read("/sales");
    expect(quiet.map(({ _id }: { _id: string }) => _id)).toEqual([large.id, small.id]);
    expect(quiet[0]).toMatchObject({ orders: 4, pieces: 80, value: "80.00", usualDays: 20 });
    expect(quiet[0].days).toHaveLength(4);
    const trim = await buildTrim(shop.db);
    await call(shop, "POST /orders", { as: large, body: newOrder(large, trim) });
    expect((await read("/sales")).quiet.map(({ _id }: { _id: string }) => _id)).toEqual([small.id]);
  });
});

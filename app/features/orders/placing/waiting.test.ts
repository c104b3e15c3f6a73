import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

describe("an order that others wait behind", () => {
  it.each(["its trim's id", "its trim's name", "its trim's name in other letters"])(
    "holds what all orders share for one statement, not while this process does something else: by %s",
    async (way) => {
      await shop.db.execute(sql`create table trips (statement text)`);
      await shop.db.execute(sql`create function note_trip() returns trigger language plpgsql as $$
        begin insert into trips values (current_query()); return null; end $$`);
      await shop.db.execute(sql`create trigger trips after insert on orders execute function note_trip()`);
      try {
        const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db)];
        const { trimId, productName, ...order } = newOrder(buyer, trim);
        const naming = {
          "its trim's id": { trimId, productName },
          "its trim's name": { productName },
          "its trim's name in other letters": { productName: productName.toUpperCase() },
        };
        const body = { ...order, ...naming[way as keyof typeof naming] };
        expect((await call(shop, "POST /orders", { as: buyer, body })).status).toBe(200);
        expect(await ordersFor(shop.db, trim.id)).toEqual([expect.objectContaining({ productName })]);
        const { rows } = await shop.db.execute<{ statement: string }>(sql`select statement from trips`);
        expect(rows.map(({ statement }) => /place_orders|insert/.exec(statement)?.[0])).toEqual(["place_orders"]);
      } finally {
        await shop.db.execute(sql`drop trigger trips on orders`);
        await shop.db.execute(sql`drop function note_trip`);
        await shop.db.execute(sql`drop table trips`);
      }
    },
  );

  it.each([
    ["together with others", "place_orders"],
    ["alone", 'insert into "orders"'],
  ])("is tried once more when it waited in vain for a lock, %s", async (_, statement) => {
    const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db)];
    const order = { as: buyer, body: newOrder(buyer, trim) };
    expect((await call(shop, "POST /orders", order)).status).toBe(200);
    let answer: Promise<Response> | undefined;
    let isAnswered = false;
    await shop.db.transaction(async (holder) => {
      // The row that every order of this item adds to.
      await holder.execute(sql`select from order_items where name = ${trim.name} for update`);
      const { rows } = await holder.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      answer = call(shop, "POST /orders", order).finally(() => {
        isAnswered = true;
      });
      const starts = new Set<unknown>();
      const countTries = async () => {
        const { rows: waiting } = await shop.db.execute(sql`select xact_start from pg_stat_activity
          where ${rows[0]?.pid} = any(pg_blocking_pids(pid)) and position(${statement} in query) > 0`);
        for (const { xact_start } of waiting) starts.add(xact_start);
        return isAnswered ? "answered" : starts.size;
      };
      await expect.poll(countTries, { timeout: 10_000, interval: 10 }).toBe(2);
    });
    expect((await answer)?.status).toBe(200);
    expect(await ordersFor(shop.db, trim.id)).toHaveLength(2);
    expect(await readStock(shop.db, trim.id)).toBe(trim.quantity - 200);
  });
});

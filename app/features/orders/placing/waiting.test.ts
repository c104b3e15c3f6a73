import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { pendingOrderNotifications } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn } from "#test/people.ts";
import { ordersFor, readStock } from "#test/stock.ts";

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});

describe("an order that others wait behind", () => {
  it("is tried once more when it waited in vain for a lock", async () => {
    const [buyer, trim] = [await signedIn(shop.db), await buildTrim(shop.db)];
    const order = { as: buyer, body: newOrder(buyer, trim) };
    expect((await call(shop, "POST /orders", order)).status).toBe(200);
    let answer: Promise<Response> | undefined;
    let isAnswered = false;
    await shop.db.transaction(async (holder) => {
      // Every order writes this table, after the trim is locked.
      await holder.execute(sql`lock table ${pendingOrderNotifications} in share mode`);
      const { rows } = await holder.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      answer = call(shop, "POST /orders", order).finally(() => {
        isAnswered = true;
      });
      const starts = new Set<unknown>();
      const countTries = async () => {
        const { rows: waiting } = await shop.db.execute(sql`select xact_start from pg_stat_activity
          where ${rows[0]?.pid} = any(pg_blocking_pids(pid)) and position('with line as materialized' in query) > 0`);
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

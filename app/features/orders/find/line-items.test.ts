import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { findStandings } from "#app/features/orders/rules.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import type { Filter } from "./filter.server.ts";
import { countOrders, listOrders, prepareSearch } from "./list.server.ts";
import { COUNT_LIMIT } from "./search.server.ts";

const EACH = 3000;

let shop: TestApp;
let admin: TestPerson;

/** Rivets, whose names come between those of thread, except for one name that was used for both. */
beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  const [thread, rivet, renamed] = await Promise.all([
    buildTrim(shop.db, { name: "Zz thread", line: "threads" }),
    buildTrim(shop.db, { name: "Zinc rivet", line: "rivets" }),
    buildTrim(shop.db, { name: "Brass rivet", line: "rivets" }),
  ]);
  for (const [trim, name, count] of [
    [thread, "Zz thread", EACH],
    [thread, "Aglet", EACH],
    [renamed, "Aglet", 3],
    [renamed, "Brass rivet", 4],
    [rivet, "Zinc rivet", 70],
  ] as const)
    await shop.db.execute(sql`
      insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, review)
      select gen_random_uuid(), ${trim.id}, 'Buyer', 'b' || n || '@denim.example', '1', 'x', ${name}, n, 1,
        case when n % 5 = 0 then 'cancelled' else 'in review' end
      from generate_series(1, ${count}::int) n`);
  await shop.db.execute(sql`vacuum analyze orders, order_items`);
});

/** PostgreSQL's own count of the rows of orders that this connection has read. */
async function countRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'orders'`);
  return rows[0]?.read ?? Number.NaN;
}

describe("orders of a line, sorted by item", () => {
  it.each([
    ["item", sql`product_name, o.id`],
    ["-item", sql`product_name desc, o.id desc`],
  ])("by %s are those of a plain query, on every page", async (sort, order) => {
    const { rows } = await shop.db.execute<{ number: number }>(sql`
      select o.number from orders o join trims t on t.id = o.trim_id
      where t.line = 'rivets' and review in ('in review', 'accepted') order by ${order}`);
    const seen: number[] = [];
    for (let next: string | undefined = `/allOrders?line=rivets&sort=${sort}&limit=7`; next; ) {
      const response: Response = await call(shop, `GET ${next}`, { as: admin });
      seen.push(...(await response.json()).map(({ number }: { number: number }) => number));
      next = /^<\/api(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(rows.map(({ number }) => number));
  });

  it("do not read the orders of other lines that stand before them", async () => {
    const read = await shop.db.transaction(async (tx) => {
      const [filter, part] = [{ line: "rivets" }, { sort: "-item", rows: 51, after: undefined }] as const;
      const before = await countRead(tx);
      const prepared = await prepareSearch(tx, filter, part);
      expect(await listOrders(tx, filter, part, prepared)).toHaveLength(51);
      await countOrders(tx, filter, prepared);
      return (await countRead(tx)) - before;
    });
    expect(read).toBeLessThan(500);
  });

  it("are counted in one state without reading more than are counted", async () => {
    const read = await shop.db.transaction(async (tx) => {
      const filter: Filter = { line: "threads", standings: findStandings(["in review"]) };
      const prepared = await prepareSearch(tx, filter);
      const before = await countRead(tx);
      expect(await countOrders(tx, filter, prepared)).toBe(COUNT_LIMIT + 1);
      return (await countRead(tx)) - before;
    });
    expect(read).toBeLessThan(2 * COUNT_LIMIT);
  });

  it("have a trim's orders under its new name, once it is ordered by that", async () => {
    const trim = await buildTrim(shop.db, { name: "Old rivet", line: "rivets", moq: 1, quantity: 9999 });
    const buyer = await signedIn(shop.db);
    const place = async (name: string) => {
      await shop.db.update(trims).set({ name }).where(eq(trims.id, trim.id));
      const placed = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, { ...trim, name }, 1) });
      expect(placed.status).toBe(200);
    };
    await place("Old rivet");
    await place("A new rivet");
    const response = await call(shop, "GET /allOrders?line=rivets&sort=item&limit=1", { as: admin });
    const [first] = await response.json();
    expect(first.productName).toBe("A new rivet");
  });
});

import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { trims } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";

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
        case when n % 5 = 0 then 'cancelled' else 'in-review' end
      from generate_series(1, ${count}::int) n`);
  await shop.db.execute(sql`vacuum analyze orders`);
});

describe("orders of a line, sorted by item", () => {
  it.each([
    ["item", sql`product_name, o.id`],
    ["-item", sql`product_name desc, o.id desc`],
  ])("by %s are those of a plain query, on every page", async (sort, order) => {
    const { rows } = await shop.db.execute<{ number: number }>(sql`
      select o.number from orders o join trims t on t.id = o.trim_id
      where t.line = 'rivets' and review in ('in-review', 'accepted') order by ${order}`);
    const seen: number[] = [];
    for await (const response of eachPage(shop, `/allOrders?line=rivets&sort=${sort}&limit=7`, admin)) {
      seen.push(...(await response.json()).map(({ number }: { number: number }) => number));
    }
    expect(seen).toEqual(rows.map(({ number }) => number));
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

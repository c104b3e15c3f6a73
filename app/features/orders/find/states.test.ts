import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type OrderSort, orderSort } from "#app/features/orders/lists.contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim } from "#test/builders.ts";
import { call, eachPage, signedIn, type TestPerson } from "#test/people.ts";
import type { Filter } from "./filter.server.ts";
import { listOrders } from "./list.server.ts";

const ORDERS = 24_000;
/** A statement of the shop may take three seconds, on a slow machine too. */
const AT_ONCE = 3000;
const PAGE = 50;

let shop: TestApp;
let admin: TestPerson;

/**
 * Those to review are the newest, and late in the alphabet; every fourth is for a rivet, every twentieth buyer belongs
 * to a mill.
 */
beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
  const [rivet, thread] = await Promise.all([
    buildTrim(shop.db, { name: "Zinc rivet", line: "rivets" }),
    buildTrim(shop.db, { name: "Aglet", line: "threads" }),
  ]);
  for (let first = 1; first <= ORDERS; first += AT_ONCE) await fill(first, rivet.id, thread.id);
  await shop.db.execute(sql`vacuum analyze orders`);
});

async function fill(first: number, rivet: string, thread: string): Promise<void> {
  await shop.db.execute(sql`
    insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at,
      review, shipping, payment, due_on, wanted_on)
    select (lpad(to_hex(1700000000000 + n * 60000), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid,
      case when n % 4 = 0 then ${rivet}::uuid else ${thread}::uuid end, 'Buyer',
      case when is_late then 'z' else 'a' end || n % 500 || '@mill' || n % 20 || '.example', '1', 'x',
      case when n % 4 = 0 then 'Zinc rivet' else 'Aglet' end || case when is_late then ' Z' else '' end || n % 3,
      1 + n % 7, 1, to_timestamp(1700000000 + n * 60),
      case when is_late then 'in-review' when n % 33 = 0 then 'cancelled' else 'accepted' end,
      case when is_late or n % 33 = 0 then 'pending' when n % 5 = 0 then 'packed' else 'delivered' end,
      case when is_late or n % 33 = 0 then 'pending' when n % 10 in (2, 5) then 'invoiced' else 'paid' end,
      case when n % 10 = 5 and n % 4 = 1 then '2999-01-01' else '2026-07-01' end::date, '2026-08-01'
    from (select n, n > ${ORDERS - 6000}::int as is_late
      from generate_series(${first}::int, ${first + AT_ONCE - 1}::int) n) as made`);
}

const sortedBy = {
  newest: sql`o.id desc`,
  oldest: sql`o.id`,
  email: sql`email, o.id`,
  "-email": sql`email desc, o.id desc`,
  item: sql`product_name, o.id`,
  "-item": sql`product_name desc, o.id desc`,
  quantity: sql`order_quantity, o.id`,
  "-quantity": sql`order_quantity desc, o.id desc`,
  total: sql`o.total, o.id`,
  "-total": sql`o.total desc, o.id desc`,
  due: sql`due_on nulls last, o.id`,
  wanted: sql`wanted_on nulls last, o.id`,
} satisfies Record<OrderSort, unknown>;

describe("lists of states", () => {
  it.each([
    ["state=in-review", sql`review = 'in-review'`],
    ["state=open", sql`review in ('in-review', 'accepted') and (shipping, payment) <> ('delivered', 'paid')`],
    ["state=in-review&line=rivets", sql`review = 'in-review' and line = 'rivets'`],
    [
      "state=open&line=rivets",
      sql`review in ('in-review', 'accepted') and (shipping, payment) <> ('delivered', 'paid') and line = 'rivets'`,
    ],
    ["state=packed&q=rivet", sql`review = 'accepted' and shipping = 'packed' and line = 'rivets'`],
    ["state=in-review&q=rivet+%40mill8", sql`review = 'in-review' and line = 'rivets' and email like '%@mill8.%'`],
    ["due=past", sql`review = 'accepted' and payment = 'invoiced' and due_on < '2026-08-01'`],
    [
      "due=past&state=packed",
      sql`review = 'accepted' and payment = 'invoiced' and due_on < '2026-08-01' and shipping = 'packed'`,
    ],
    ["state=open&wantedFrom=2026-08-02&q=rivet", sql`wanted_on >= '2026-08-02'`],
  ])("by ?%s are those of a plain query, in every sorting, page after page", async (query, isMeant) => {
    for (const sort of orderSort.options) {
      const { rows } = await shop.db.execute<{ number: number }>(sql`
        select o.number from orders o join trims t on t.id = o.trim_id where ${isMeant} order by ${sortedBy[sort]} limit 110`);
      const seen: number[] = [];
      for await (const response of eachPage(shop, `/allOrders?limit=37&sort=${sort}&${query}`, admin)) {
        seen.push(...(await response.json()).map(({ number }: { number: number }) => number));
        if (seen.length >= 110) break;
      }
      expect(seen.slice(0, 110)).toEqual(rows.map(({ number }) => number));
    }
  });
});

it("counts many orders once in some seconds, and anew as soon as one has moved", async () => {
  const count = async () => {
    const response = await call(shop, "GET /orderCounts", { as: admin });
    const counts: { review: string; count: number }[] = await response.json();
    return counts.find(({ review }) => review === "in-review")?.count;
  };
  const [first, second] = await shop.db.select().from(orders).where(eq(orders.review, "in-review")).limit(2);
  expect(await count()).toBe(6000);
  await shop.db
    .update(orders)
    .set({ review: "accepted" })
    .where(eq(orders.id, first?.id ?? ""));
  expect(await count()).toBe(6000);
  const body = { track: "review", from: "in-review", to: "accepted" };
  expect((await call(shop, `POST /orders/${second?.id}/moves`, { as: admin, body })).status).toBe(200);
  expect(await count()).toBe(5998);
});

it("reads few orders of other days for the newest and oldest of a day", async () => {
  const filter = { placed: { from: "2023-11-20", to: "2023-11-20", timeZone: "UTC" } };
  // One a minute: 120 before and after, and the day's own for page and count.
  for (const sort of ["newest", "oldest"] as const) expect(await countRead(filter, sort)).toBeLessThan(600);
});

/** How many orders PostgreSQL reads for a page and its count, which must be full. */
function countRead(filter: Filter, sort: OrderSort): Promise<number> {
  return shop.db.transaction(async (tx) => {
    const count = async () => {
      const { rows } = await tx.execute<{ read: number }>(sql`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'orders'`);
      return rows[0]?.read ?? Number.NaN;
    };
    const part = { sort, rows: PAGE + 1, after: undefined };
    const before = await count();
    expect((await listOrders(tx, filter, part)).rows).toHaveLength(PAGE + 1);
    return (await count()) - before;
  });
}

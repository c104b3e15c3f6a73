import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, it } from "vitest";
import { foldShares } from "#app/features/trims/order-shares.server.ts";
import { type Connection, type Db, inTransaction } from "#app/platform/db/client.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";

/** `ORDERS=1000000 npx vitest run db/sums-migration.test.ts` measures the largest shop; it prints its figures. */
const ORDERS = Number(process.env.ORDERS ?? 10_000);
const PEOPLE_AT_ONCE = 4;

/** Over a separate connection without time limits. */
async function ask(connection: Connection, ...statements: string[]) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Orders of two years by 500 buyers, in all states. */
const FILL = [
  `insert into trims (id, number, name, line, description, price, moq, quantity, img, alt)
   select gen_random_uuid(), n, 'Trim ' || n, case when n % 3 = 0 then 'rivets' when n % 3 = 1 then 'buttons' end, '',
     1, 1, 1000000000, '/a.webp', '' from generate_series(1, 100) n`,
  `insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
     created_at, review, payment, due_on)
   select gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad((n % 500)::text, 12, '0'))::uuid, t.id,
     'Buyer ' || n % 500, 'buyer' || n % 500 || '@mill.example', '12345', 'x', t.name, 1 + n % 777, 0.0345,
     now() - n * interval '730 days' / ${ORDERS}, case n % 7 when 0 then 'declined' when 1 then 'in review' else 'accepted' end,
     case when n % 7 = 2 then 'Invoiced' else 'Pending' end, case when n % 7 = 2 then '2026-01-01'::date + n % 300 end
   from generate_series(1, ${ORDERS}) n join trims t on t.number = 1 + n % 100`,
  "vacuum analyze orders",
];

/** Places, declines and invoices orders old and new, as the shop does. Returns the longest time of an act, in ms. */
async function trade(db: Db, seat: number, isOver: () => boolean): Promise<{ acts: number; worstMs: number }> {
  let acts = 0;
  let worstMs = 0;
  for (; !isOver(); acts++) {
    const number = 1 + ((acts * 7919 + seat * 104_729) % ORDERS);
    const startMs = performance.now();
    await inTransaction(db, async (tx) => {
      if (acts % 3 === 0) {
        await tx.execute(sql`update trims set quantity = quantity - 10 where number = ${1 + (number % 100)}`);
        await tx.execute(sql`
          insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
          select gen_random_uuid(), ('00000000-0000-7000-8000-' || lpad(${String(number % 500)}, 12, '0'))::uuid, id,
            'Newer', 'newer@mill.example', '12345', 'x', name, 10, 0.0345 from trims where number = ${1 + (number % 100)}`);
      } else if (acts % 3 === 1) {
        await tx.execute(sql`update orders set review = 'declined' where number = ${number} and review = 'in review'`);
      } else {
        await tx.execute(sql`
          update orders set payment = 'Invoiced', due_on = '2026-12-24'
          where number = ${number} and review = 'accepted' and payment = 'Pending'`);
      }
    });
    worstMs = Math.max(worstMs, performance.now() - startMs);
  }
  return { acts, worstMs };
}

const SUMS = "count(*), sum(order_quantity), sum(round(total, 2))";
const COUNTED = "from orders where review in ('in review', 'accepted')";

/** Each kept table, and the same from every order: rows of either that the other does not have. */
const DIFFERENCES = [
  [
    "select week, line, sum(orders), sum(pieces), sum(value) from sales_weeks group by 1, 2 having sum(orders) <> 0",
    `select date_trunc('week', orders.created_at at time zone 'UTC')::date, coalesce(line, ''), ${SUMS}
     from orders left join trims on trims.id = trim_id where review in ('in review', 'accepted') group by 1, 2`,
  ],
  [
    "select month, trim_id, orders, pieces, value from sales_months where orders <> 0",
    `select date_trunc('month', created_at at time zone 'UTC')::date, trim_id, ${SUMS} ${COUNTED} group by 1, 2`,
  ],
  [
    "select due_on, sum(orders), sum(value) from order_dues group by 1 having sum(orders) <> 0",
    `select due_on, count(*), sum(round(total, 2)) ${COUNTED} and payment = 'Invoiced' group by 1`,
  ],
  [
    "select buyer_id, day, orders, pieces, value from buyer_days where orders <> 0",
    `select user_id, (created_at at time zone 'UTC')::date, ${SUMS} ${COUNTED} group by 1, 2`,
  ],
  [
    "select id, orders, pieces, value, unpaid, days, first_on, last_on from buyers where orders <> 0",
    `select user_id, ${SUMS}, coalesce(sum(round(total, 2)) filter (where payment = 'Invoiced'), 0),
       count(distinct (created_at at time zone 'UTC')::date), min((created_at at time zone 'UTC')::date),
       max((created_at at time zone 'UTC')::date) ${COUNTED} group by 1`,
  ],
].map(
  ([kept, anew]) => `select count(*)::int from ((${kept}) except (${anew}) union all ((${anew}) except (${kept}))) d`,
);

it(`${ORDERS} orders get their sums while the shop sells`, { timeout: 180_000 + ORDERS }, async () => {
  const { db, connection, drop } = await createDatabase({ empty: true });
  await migrateUntil(db, "keep-sums-of-orders");
  await ask(connection, ...FILL);
  let isOver = false;
  const people = Array.from({ length: PEOPLE_AT_ONCE }, (_, seat) => trade(db, seat, () => isOver));
  const startMs = performance.now();
  await migrateDatabase(connection);
  const tookMs = performance.now() - startMs;
  isOver = true;
  // A refused buyer fails here.
  const trades = await Promise.all(people);
  const acts = trades.reduce((sum, trade) => sum + trade.acts, 0);
  const worstMs = Math.max(...trades.map((trade) => trade.worstMs));
  console.log(
    `${ORDERS} orders: ${Math.round(tookMs)} ms; ${acts} acts meanwhile, none took more than ${Math.round(worstMs)} ms`,
  );
  expect(acts).toBeGreaterThan(PEOPLE_AT_ONCE);
  await foldShares(db);
  for (const difference of DIFFERENCES) expect(await ask(connection, difference)).toEqual([{ count: 0 }]);
  expect(await ask(connection, "select count(*)::int from buyers where orders > 0")).toEqual([{ count: 500 }]);
  await drop();
});

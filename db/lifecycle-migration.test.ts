import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, it } from "vitest";
import { type Connection, type Db, inTransaction } from "#app/platform/db/client.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { createDatabase } from "#test/database.ts";
import { migrateUntil } from "#test/migrations.ts";

/** `ORDERS=1000000 npx vitest run db/lifecycle-migration.test.ts` measures the largest shop; it prints its figures. */
const ORDERS = Number(process.env.ORDERS ?? 10_000);
const BUYERS_AT_ONCE = 4;

/** Over a separate connection without time limits. */
async function fill(connection: Connection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`
    insert into trims (id, name, description, price, moq, quantity, img, alt)
    select gen_random_uuid(), 'Trim ' || n, '', 1, 1, 1000000000 - ${ORDERS}, '/a.webp', '' from generate_series(1, 100) n`);
  await client.query(`
    insert into stock_movements (id, trim_id, delta, why)
    select gen_random_uuid(), id, 1000000000, 'first stock' from trims`);
  await client.query(`
    insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
    select gen_random_uuid(), t.id, 'Buyer ' || n % 500, 'buyer' || n % 500 || '@mill.example', '12345', 'x', t.name,
      100, 1 from generate_series(1, ${ORDERS}) n join trims t on t.number = 1 + n % 100`);
  await client.query("vacuum analyze orders");
  await client.end();
}

/** Places orders, and cancels every third, as the shop did then. Returns the longest time of each, in ms. */
async function trade(db: Db, isOver: () => boolean): Promise<{ placed: number; worstMs: number }> {
  let placed = 0;
  let worstMs = 0;
  while (!isOver()) {
    const startMs = performance.now();
    const id = crypto.randomUUID();
    await inTransaction(db, async (tx) => {
      await tx.execute(sql`update trims set quantity = quantity - 100 where number = ${1 + (placed % 100)}`);
      await tx.execute(sql`
        insert into orders (id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price)
        select ${id}, id, 'Buyer', 'buyer@mill.example', '12345', 'x', name, 100, 1 from trims
        where number = ${1 + (placed % 100)}`);
    });
    if (placed % 3 === 0) {
      await db.execute(sql`
        with gone as (delete from orders where id = ${id} returning *)
        update trims set quantity = quantity + 100 from gone where trims.id = gone.trim_id`);
    }
    placed++;
    worstMs = Math.max(worstMs, performance.now() - startMs);
  }
  return { placed, worstMs };
}

const readFile = async (db: Db) => (await db.execute(sql`select pg_relation_filenode('orders') as file`)).rows[0]?.file;

it(`a shop with ${ORDERS} orders gets their states while it sells`, {
  timeout: 120_000 + ORDERS / 2,
  tags: ["trial"],
}, async () => {
  const { db, connection, drop } = await createDatabase({ empty: true });
  await migrateUntil(db, "order-lifecycle");
  await fill(connection);
  const file = await readFile(db);
  let isOver = false;
  const buyers = Array.from({ length: BUYERS_AT_ONCE }, () => trade(db, () => isOver));
  const startMs = performance.now();
  await migrateDatabase(connection);
  const tookMs = performance.now() - startMs;
  isOver = true;
  // A refused buyer fails here.
  const trades = await Promise.all(buyers);
  const placed = trades.reduce((sum, trade) => sum + trade.placed, 0);
  const worstMs = Math.max(...trades.map((trade) => trade.worstMs));
  console.log(
    `${ORDERS} orders: ${Math.round(tookMs)} ms; ${placed} placed meanwhile, none in more than ${Math.round(worstMs)} ms`,
  );
  expect(placed).toBeGreaterThan(0);
  // The table was not rewritten.
  expect(await readFile(db)).toBe(file);
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(`
    select (select count(*)::int from pg_constraint where not convalidated) as unchecked,
      (select count(*)::int from pg_index where not indisvalid) as broken,
      (select count(*)::int from pg_indexes where indexname in ('orders_state', 'orders_trim_listed')) as made,
      (select count(*)::int from orders where (review, shipping, payment) <> ('in-review', 'pending', 'pending')) as moved,
      (select count(*)::int from trims t where t.quantity + (select coalesce(sum(order_quantity), 0) from orders
        where trim_id = t.id) <> (select sum(delta) from stock_movements where trim_id = t.id)) as lost`);
  expect(rows).toEqual([{ unchecked: 0, broken: 0, made: 2, moved: 0, lost: 0 }]);
  await client.end();
  await drop();
});

// Measures the desk and the buyers with 1,000, 300,000 and 1,000,000 orders of the last two years, side by side on a
// separate engine: `node bench/desk.ts [rounds] [sizes]`. Prints medians, and how long it takes to count the sums.
import { drizzle } from "drizzle-orm/node-postgres";
import { median } from "simple-statistics";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { type Connection, createClient } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { openDatabases, run, signIn } from "./databases.ts";
import { openShopApi } from "./shop-api.ts";

const [rounds = "100", ...sizes] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const SIZES = sizes.length > 0 ? sizes.map(Number) : [1_000, 300_000, 1_000_000];
const ORDERS_PER_BUYER = 20;
const BATCH = 10_000;

const questions: Record<string, (shop: Shop) => string> = {
  today: () => "/desk",
  sales: () => "/sales",
  "buyers by value": () => "/buyers?limit=50",
  "buyers by name": () => "/buyers?limit=50&sort=name",
  "buyers by last order": () => "/buyers?limit=50&sort=-last",
  "search for a buyer": () => "/buyers?limit=50&q=buyer7%40mill.example",
  "one buyer": ({ buyer }) => `/buyers/${buyer}`,
  "low stock": () => "/trims/low?limit=50",
};

const databases = await openDatabases(undefined);
try {
  const connections: Connection[] = [];
  for (const size of SIZES)
    connections.push(await databases.open(`orders_${size}`, seedDemo, (made) => fillShop(made, size)));
  for (const connection of connections) await measureCount(connection);
  // Only now, because a session would expire while a million orders are filled in.
  const shops = await Promise.all(connections.map(openShop));
  await compare(shops);
  for (const { close } of shops) await close();
} finally {
  await databases.close();
}

type Shop = {
  connection: Connection;
  buyer: string;
  ask: (path: string) => Promise<Response>;
  close: () => Promise<void>;
};

async function fillShop(connection: Connection, size: number): Promise<void> {
  // Building indexes afterwards is faster than order by order; the triggers stay.
  const indexes = await run(
    connection,
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'orders'::regclass and not indisunique`,
  );
  for (const { name } of indexes) await run(connection, `drop index ${name}`);
  await fill(connection, size);
  for (const { definition = "" } of indexes) await run(connection, definition);
  await run(connection, "vacuum analyze");
}

async function openShop(connection: Connection): Promise<Shop> {
  const { db, api, close } = openShopApi(connection);
  const headers = await signIn(db, demoPeople.admin);
  const [buyer] = await run(connection, "select id from buyers order by value desc limit 1");
  return { connection, close, buyer: buyer?.id ?? "", ask: async (path) => api.request(path, { headers }) };
}

/** The orders of two years, oldest first. Buyers grow with the orders; the catalogue does not. */
async function fill(connection: Connection, size: number): Promise<void> {
  const buyers = Math.max(1, size / ORDERS_PER_BUYER);
  for (let from = 1; from <= size; from += BATCH) {
    await run(
      connection,
      `insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
         created_at, review, shipping, payment, due_on)
       select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid,
         ('00000000-0000-7000-8000-' || lpad((n * 7919 % ${buyers})::text, 12, '0'))::uuid, t.id,
         'Buyer ' || n * 7919 % ${buyers}, 'buyer' || n * 7919 % ${buyers} || '@mill.example', '0046855512080', 'Leeds',
         t.name, 100 + (n * 7919) % 100000, t.price, at,
         case when n > ${size} * 0.98 then 'in review' when n % 33 = 0 then 'cancelled' else 'accepted' end,
         case when n > ${size} * 0.96 or n % 33 = 0 then 'Pending' when n > ${size} * 0.95 then 'Packed' else 'Delivered' end,
         case when n > ${size} * 0.95 or n % 33 = 0 then 'Pending' when n % 50 = 0 then 'Invoiced' else 'Paid' end,
         (at + interval '30 days')::date
       from generate_series(${from}::bigint, ${Math.min(size, from + BATCH - 1)}) n,
         lateral (select now() - (${size} - n) * interval '730 days' / ${size}) as moment (at),
         trims t where t.number = 1 + n * 31 % 107 order by n`,
    );
  }
}

async function compare(shops: Shop[]): Promise<void> {
  console.log(`\nMedian of ${ROUNDS} rounds in ms\n`);
  console.log(`| what | ${SIZES.map((size) => `${size} orders`).join(" | ")} |`);
  console.log(`| --- |${" ---: |".repeat(SIZES.length)}`);
  for (const [name, path] of Object.entries(questions)) {
    const times = shops.map((): number[] => []);
    for (let round = -5; round < ROUNDS; round++) {
      for (const [at, shop] of shops.entries()) {
        const startMs = performance.now();
        const response = await shop.ask(path(shop));
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${name} answered ${response.status}`);
        if (round >= 0) times[at]?.push(performance.now() - startMs);
      }
    }
    console.log(`| ${name} | ${times.map((each) => median(each).toFixed(2)).join(" | ")} |`);
  }
}

/** As the shop's worker counts them, without the limits of other statements. */
async function measureCount(connection: Connection): Promise<void> {
  const client = createClient(connection, "bench");
  await client.connect();
  const startMs = performance.now();
  await countAnew(drizzle(client));
  console.log(`${connection.database}: the sums are counted in ${Math.round(performance.now() - startMs)} ms`);
  await client.end();
}

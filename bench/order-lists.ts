// Measures lists, searches and sortings of orders, the desk, the sales and the buyers, through the API on an engine of
// its own: `node bench/order-lists.ts [--only words] [--data folder] [--sizes 300000,1000000] [rounds]`. Fails if one
// misses its goal. With --only, asks what has these words in its name; with --data, the orders stay in this folder for
// the next run.
import { parseArgs } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { type Connection, createClient } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { timeAnswers } from "./answers.ts";
import { openDatabases, run, signIn } from "./databases.ts";
import { askOrders } from "./order-questions.ts";
import { openShopApi } from "./shop-api.ts";

const { positionals, values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    data: { type: "string" },
    sizes: { type: "string", default: "300000,1000000" },
  },
  allowPositionals: true,
});
const ROUNDS = Number(positionals[0] ?? 40);
const ORDERS_PER_BUYER = 20;
/** Of the buyer who asks for their own: four full pages. */
const ORDERS_OF_ONE = 200;
const ORDERS_OF_SHEET = 60;

const databases = await openDatabases(options.data);
try {
  for (const size of options.sizes.split(",").map(Number)) await measure(size);
} finally {
  await databases.close();
}

async function measure(size: number): Promise<void> {
  const connection = await databases.open(`orders_${size}`, seedDemo, (made) => fill(made, size));
  await countSums(connection);
  const { db, api, close } = openShopApi(connection);
  const [admin, buyer] = await Promise.all([signIn(db, demoPeople.admin), signIn(db, demoPeople.buyer)]);
  const ask = async (path: string) => api.request(path, { headers: path.startsWith("/orders?") ? buyer : admin });
  const questions = (await askOrders(size, connection)).filter(({ name }) => name.includes(options.only));
  console.log(`\n${size} orders, ${ROUNDS} rounds\n`);
  const misses = await timeAnswers(questions, ask, ROUNDS);
  await close();
  for (const miss of misses) console.error(`missed with ${size} orders: ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
}

/** As the shop's worker counts them, without the limits of other statements. */
async function countSums(connection: Connection): Promise<void> {
  const client = createClient(connection, "bench");
  await client.connect();
  const startMs = performance.now();
  await countAnew(drizzle(client));
  console.log(`${connection.database}: the sums are counted in ${Math.round(performance.now() - startMs)} ms`);
  await client.end();
}

/** The orders of two years, evenly spread, oldest first. Buyers grow with the orders; the catalogue does not. */
async function fill(connection: Connection, size: number): Promise<void> {
  const buyers = Math.max(1, Math.floor(size / ORDERS_PER_BUYER));
  const after = (share: number) => `n > ${size} * ${share}`;
  await run(
    connection,
    `insert into order_sheets (id, number, user_id, name, email, phone, address, lines, pieces, total)
     values (gen_random_uuid(), 31, gen_random_uuid(), 'Buyer', 'buyer@mill.example', '46855512080', 'Leeds',
       ${ORDERS_OF_SHEET}, 1, 1)`,
  );
  // Building indexes afterwards is faster than order by order; the triggers stay.
  const indexes = await run(
    connection,
    "select indexname, indexdef from pg_indexes where tablename = 'orders' and indexdef not like '%UNIQUE%'",
  );
  for (const { indexname } of indexes) await run(connection, `drop index "${indexname}"`);
  await run(
    connection,
    `insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price,
       created_at, review, shipping, payment, due_on, wanted_on, sheet_id, sheet_number)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid,
       case when n % ${Math.ceil(size / ORDERS_OF_ONE)} = 0 then one.id
         else ('00000000-0000-7000-8000-' || lpad((n % ${buyers})::text, 12, '0'))::uuid end, t.id,
       'Buyer ' || n % ${buyers}, 'buyer' || n % ${buyers} || '@mill' || n % ${buyers} % 97 || '.example', '0046855512080',
       n || ' Mill Road, Leeds', t.name, 100 + (n * 7919) % 100000, t.price, at,
       case when ${after(0.98)} then 'in-review' when n % 33 = 0 then 'cancelled' else 'accepted' end,
       case when ${after(0.96)} or n % 33 = 0 then 'pending' when ${after(0.95)} then 'in-production'
         when ${after(0.94)} then 'packed' when ${after(0.93)} then 'shipped' else 'delivered' end,
       case when ${after(0.94)} or n % 33 = 0 then 'pending' when n % 50 = 0 then 'invoiced'
         when n % 50 = 1 then 'refunded' else 'paid' end,
       (at + interval '30 days')::date, case when n % 3 = 0 then (at + interval '40 days')::date end,
       case when n <= ${ORDERS_OF_SHEET} then sheet.id end, case when n <= ${ORDERS_OF_SHEET} then sheet.number end
     from generate_series(1::bigint, ${size}) n
       cross join lateral (select now() - (${size} - n) * interval '730 days' / ${size}) as moment (at)
       join trims t on t.number = 1 + n % 107
       cross join (select id, number from order_sheets) sheet
       cross join (select id from users where email = '${demoPeople.buyer.email}') one order by n`,
  );
  for (const { indexdef = "" } of indexes) await run(connection, indexdef);
  await run(connection, "vacuum analyze");
}

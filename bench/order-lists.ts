// Measures the lists of orders, all and one buyer's, with 1,000, 300,000 and 1,000,000 orders, side by side on a
// separate engine: `node bench/order-lists.ts [--only words] [--data folder] [rounds] [sizes]`. Prints medians and the
// statements of each call. Fails if any question of the largest one reads the whole table, and names it. With --only, asks what has these words in its name; with --data, the
// orders stay in this folder for the next run.
import { parseArgs } from "node:util";
import { median } from "simple-statistics";
import type { Connection } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { openDatabases, run, signIn } from "./databases.ts";
import { listPaths, PAGE } from "./order-questions.ts";
import { openShopApi } from "./shop-api.ts";

const { positionals, values: options } = parseArgs({
  options: { only: { type: "string", default: "" }, data: { type: "string" } },
  allowPositionals: true,
});
const [rounds = "100", ...sizes] = positionals;
const ROUNDS = Number(rounds);
const SIZES = sizes.length > 0 ? sizes.map(Number) : [1_000, 300_000, 1_000_000];
const WARM_UP = 5;
/** The rounds of a query come in this many passes, half a minute apart. */
const PASSES = 8;
const ORDERS_PER_BUYER = 20;
/** Of the buyer who asks for their own: four full pages in every shop. */
const ORDERS_OF_ONE = 200;
const ORDERS_OF_SHEET = 60;
/**
 * Orders in each state: enough for a full page even in the smallest shop, or pages of different lengths would be
 * compared.
 */
const LEAST_IN_STATE = PAGE + 10;

const databases = await openDatabases(options.data);
try {
  const shops: Shop[] = [];
  for (const size of SIZES) shops.push(await openShop(size));
  const scanned = await compare(shops);
  for (const { close } of shops) await close();
  console.log(`\nQuestions that read the largest table as a whole: ${scanned.join(", ") || "none"}`);
  if (scanned.length > 0) process.exitCode = 1;
} finally {
  await databases.close();
}

type Shop = {
  size: number;
  connection: Connection;
  ask: (path: string) => Promise<Response>;
  /** How many statements have been sent over its connections. */
  countStatements: () => number;
  /** Makes each connection report its counts. */
  tellCounts: () => Promise<void>;
  close: () => Promise<void>;
};

async function openShop(size: number): Promise<Shop> {
  const connection = await databases.open(
    `orders_${size}`,
    (db) => seedDemo(db),
    (made) => fill(made, size),
  );
  const { pool, db, api, close } = openShopApi(connection);
  let statements = 0;
  pool.on("connect", (client) => {
    const send = client.query.bind(client) as (...call: unknown[]) => unknown;
    client.query = ((...call: unknown[]) => {
      statements++;
      return send(...call);
    }) as typeof client.query;
  });
  const [admin, buyer] = await Promise.all([signIn(db, demoPeople.admin), signIn(db, demoPeople.buyer)]);
  const ask = async (path: string) => api.request(path, { headers: path.startsWith("/orders?") ? buyer : admin });
  return {
    ...{ size, connection, close },
    ask,
    countStatements: () => statements,
    async tellCounts() {
      const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
      for (const client of clients) {
        await client.query("select pg_stat_force_next_flush()");
        client.release();
      }
    },
  };
}

/** Orders from recent years, one a minute. Buyers grow with the orders; the catalogue does not. */
async function fill(connection: Connection, size: number): Promise<void> {
  const buyers = size / ORDERS_PER_BUYER;
  const reviewed = size - Math.max(LEAST_IN_STATE, size / 50);
  const produced = reviewed - Math.max(LEAST_IN_STATE, size / 50);
  const inProduction = produced - Math.max(LEAST_IN_STATE, size / 100);
  const packed = inProduction - Math.max(LEAST_IN_STATE, size / 100);
  const shipped = packed - Math.max(LEAST_IN_STATE, size / 100);
  const oneIn = Math.min(50, Math.floor(size / 2 / LEAST_IN_STATE));
  await run(
    connection,
    `insert into order_sheets (id, number, user_id, name, email, phone, address, lines, pieces, total)
     values (gen_random_uuid(), 31, gen_random_uuid(), 'Buyer', 'buyer@mill.example', '46855512080', 'Leeds',
       ${ORDERS_OF_SHEET}, 1, 1)`,
  );
  const indexes = await run(
    connection,
    "select indexname, indexdef from pg_indexes where tablename = 'orders' and indexdef not like '%UNIQUE%'",
  );
  for (const { indexname } of indexes) await run(connection, `drop index "${indexname}"`);
  await run(
    connection,
    `insert into orders (id, user_id, trim_id, name, email, phone, address, product_name, order_quantity, unit_price, created_at,
       review, shipping, payment, due_on, wanted_on, sheet_id, sheet_number)
     select (lpad(to_hex(1700000000000 + n * 60000), 12, '0') || '7000a' || lpad(to_hex(n), 15, '0'))::uuid,
       case when n % ${size / ORDERS_OF_ONE} = 0 then one.id end, t.id,
       'Buyer ' || n % ${buyers}, 'buyer' || n % ${buyers} || '@mill' || n % ${buyers} % 97 || '.example', '0046855512080',
       n || ' Mill Road, Leeds', t.name, 100 + (n * 7919) % 100000, t.price, to_timestamp(1700000000 + n * 60),
       case when n > ${reviewed} then 'in review' when n % 33 = 0 then 'cancelled' else 'accepted' end,
       case when n > ${produced} or n % 33 = 0 then 'Pending' when n > ${inProduction} then 'In production'
         when n > ${packed} then 'Packed' when n > ${shipped} then 'Shipped' else 'Delivered' end,
       case when n > ${packed} or n % 33 = 0 then 'Pending' when n % ${oneIn} = 0 then 'Invoiced'
         when n % ${oneIn} = 1 then 'Refunded' else 'Paid' end,
       (to_timestamp(1700000000 + n * 60) + interval '30 days')::date,
       case when n % 3 = 0 then (to_timestamp(1700000000 + n * 60) + interval '40 days')::date end,
       case when n <= ${ORDERS_OF_SHEET} then sheet.id end, case when n <= ${ORDERS_OF_SHEET} then sheet.number end
     from generate_series(1::bigint, ${size}) n join trims t on t.number = 1 + n % 107
       cross join (select id, number from order_sheets) sheet
       cross join (select id from users where email = '${demoPeople.buyer.email}') one order by n`,
  );
  for (const { indexdef = "" } of indexes) await run(connection, indexdef);
  await run(connection, "vacuum analyze");
}

/** One query to all shops: how many rows it asks for, and how long each shop took, round after round. */
type Asked = { name: string; rows: number; times: number[][]; statements: number[]; isScanned: boolean };

/** Returns the queries that read the largest table as a whole. */
async function compare(shops: Shop[]): Promise<string[]> {
  const paths = await Promise.all(shops.map(({ size, connection }) => listPaths(size, connection)));
  const names = Object.keys(paths[0] ?? {}).filter((name) => name.includes(options.only));
  const all: Asked[] = [];
  for (const name of names) {
    const [times, statements] = [shops.map((): number[] => []), shops.map(() => 0)];
    all.push({ name, rows: await countRows(shops, paths, name), times, statements, isScanned: false });
  }
  // Anything that slows the machine for a second affects one pass of a query, not all its rounds.
  for (let pass = 0; pass < PASSES; pass++) for (const asked of all) await ask(shops, paths, asked);
  console.log(`\nMedians of ${ROUNDS} rounds in ms\n`);
  console.log(`| what | rows | ${SIZES.map((size) => `${size} orders`).join(" | ")} | statements |`);
  console.log(`| --- |${" ---: |".repeat(SIZES.length + 2)}`);
  for (const asked of all) console.log(toRow(asked));
  return all.filter(({ isScanned }) => isScanned).map(({ name }) => name);
}

/** Runs one pass of a query, on all shops in turn. */
async function ask(shops: Shop[], paths: Record<string, string>[], asked: Asked): Promise<void> {
  const { name, rows, times, statements } = asked;
  const readBefore = await countScanned(shops.at(-1));
  const sent = shops.map(({ countStatements }) => countStatements());
  for (let round = -WARM_UP; round < ROUNDS / PASSES; round++) {
    // The order of the queries changes, because garbage collection may follow a large answer.
    const turns = [...shops.entries()];
    for (const [at, shop] of round % 2 === 0 ? turns : turns.toReversed()) {
      const startMs = performance.now();
      const response = await shop.ask(shortened(paths[at]?.[name], rows));
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${name} answered ${response.status}`);
      if (round >= 0) times[at]?.push(performance.now() - startMs);
    }
  }
  const calls = ROUNDS / PASSES + WARM_UP;
  for (const [at, { countStatements }] of shops.entries())
    statements[at] = Math.round((countStatements() - (sent[at] ?? 0)) / calls);
  const scanned = (await countScanned(shops.at(-1))) - readBefore;
  asked.isScanned ||= scanned > calls * ((shops.at(-1)?.size ?? 0) / 2);
}

function toRow({ name, rows, times, statements }: Asked): string {
  const cells = times.map((shop) => median(shop).toFixed(1));
  return `| ${name} | ${rows} | ${cells.join(" | ")} | ${[...new Set(statements)].join(", ")} |`;
}

/** As many rows as every shop has for this query, so that no answers of different lengths are compared. */
async function countRows(shops: Shop[], paths: Record<string, string>[], name: string): Promise<number> {
  const answers = await Promise.all(shops.map(({ ask }, at) => ask(paths[at]?.[name] ?? "")));
  const lists = await Promise.all(answers.map((answer): Promise<unknown[]> => answer.json()));
  return Math.min(...lists.map(({ length }) => length));
}

function shortened(path = "", rows: number): string {
  return path.replace(`limit=${PAGE}`, `limit=${Math.max(1, rows)}`);
}

/** The rows read by going through the table. A search for a word that most orders have stops after a few. */
async function countScanned(shop: Shop | undefined): Promise<number> {
  if (!shop) return 0;
  await shop.tellCounts();
  const [row] = await run(
    shop.connection,
    "select seq_tup_read as read from pg_stat_user_tables where relname = 'orders'",
  );
  return Number(row?.read);
}

// Measures finding a trim among 107 and among 100,000, side by side on a separate engine: `node bin/bench-trims.ts
// [--only words] [--data folder] [rounds]`. Prints medians with their ratio to the catalogue's own 107, and the counts
// of choices with their ratio to one aggregate of plain SQL. Fails if any of it read all trims one by one, or misses a
// goal. With --only, asks what has these words in its name; with --data, the trims stay in this folder for the next
// run.
import { parseArgs } from "node:util";
import pg from "pg";
import { median } from "simple-statistics";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import type { Connection } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { openDatabases, run, signIn } from "./bench/databases.ts";
import { openShopApi, type ShopApi } from "./bench/shop-api.ts";
import { ADDED, counts, lists } from "./bench/trim-questions.ts";

const { positionals, values: options } = parseArgs({
  options: { only: { type: "string", default: "" }, data: { type: "string" } },
  allowPositionals: true,
});
const ROUNDS = Number(positionals[0] ?? 40);
const [SMALL, LARGE] = [107, 100_000];
const GOAL = 1.5;

const databases = await openDatabases(options.data);
try {
  const connections = [await makeShop(SMALL), await makeShop(LARGE)] as const;
  const [small, large] = connections.map(openShopApi) as [ShopApi, ShopApi];
  const before = await countScans(connections[1]);
  const misses = await compareLists(small, large);
  for (const [search] of Object.values(counts)) await ask(large, `/trims/facets?${search}`);
  // A connection reports its final counts when it ends.
  await Promise.all([small.close(), large.close()]);
  const after = await countScans(connections[1]);
  const again = openShopApi(connections[1]);
  misses.push(...(await compareCounts(again)));
  await again.close();
  const shops = connections.map(openShopApi);
  await compareAdding(shops);
  await Promise.all(shops.map((shop) => shop.close()));
  console.log(`\nTimes all trims were read one by one: ${after - before}`);
  if (after > before) misses.push("a sequential scan");
  for (const miss of misses) console.error(`missed: ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
} finally {
  await databases.close();
}

function makeShop(size: number): Promise<Connection> {
  return databases.open(
    `trims_${size}`,
    async (db) => {
      await seedDemo(db);
      await prepareSearch(db);
    },
    (made) => fill(made, size),
  );
}

/** Relatives of the catalogue's trims: other sizes, other finishes of the same line, other prices and stock. */
async function fill(connection: Connection, size: number): Promise<void> {
  const [index] = await run(connection, "select indexdef from pg_indexes where indexname = 'trims_words'");
  await run(connection, "drop index trims_words");
  await run(
    connection,
    `insert into trims (id, number, name, line, description, price, moq, quantity, img, alt, kind, material, finish,
       colour, colour_hex, size_text, size_mm, certificates, lead_time_days, created_at)
     select gen_random_uuid(), n, t.name || ', style ' || n / 107, t.line, t.description,
       round(t.price * (80 + n % 41) / 100, 4), t.moq, (t.quantity::bigint * (n % 7) / 5)::int, t.img, t.alt, t.kind,
       t.material, coalesce(case when n % 3 = 0 then other.finish end, t.finish), t.colour, t.colour_hex,
       t.size_mm + n % 12 || ' mm', t.size_mm + n % 12, t.certificates, t.lead_time_days,
       now() - n * interval '1 minute'
     from generate_series(108, ${size}) n join trims t on t.number = 1 + n % 107
       left join lateral (select finish from trims o where o.line = t.line and o.number <= 107
         order by (o.number * 31 + n / 107) % 107 limit 1) other on true`,
  );
  await run(connection, String(index?.indexdef));
  await run(connection, "update trim_orders set orders = (number * 7919) % 500");
  await run(connection, "vacuum analyze");
}

/** Nothing is cached from the last time. */
async function ask({ api, counts }: ShopApi, path: string): Promise<{ headers: Headers; body: string }> {
  counts.change();
  const response = await api.request(path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return { headers: response.headers, body: await response.text() };
}

async function compareLists(small: ShopApi, large: ShopApi): Promise<string[]> {
  console.log(`Medians of ${ROUNDS} rounds in ms, and as a ratio to ${SMALL} trims (goal: ${GOAL})\n`);
  console.log(`| what | rows | ${SMALL} trims | ${LARGE} trims |\n| --- | ---: | ---: | ---: |`);
  const misses: string[] = [];
  const further = Object.entries(lists).map(([name, path]) => [`${name}, further down`, path] as const);
  for (const [name, first] of [...Object.entries(lists), ...further]) {
    if (!name.includes(options.only)) continue;
    const isFurther = name.endsWith("further down");
    const paths = await Promise.all([small, large].map((shop) => (isFurther ? findNext(shop, first) : first)));
    if (paths.some((path) => path === undefined)) continue;
    const rows = await countRows([small, large], paths);
    const asked = paths.map((path = "") => path.replace(/limit=\d+/, `limit=${Math.max(1, rows)}`));
    const [few, many] = await time([small, large].map((shop, at) => () => ask(shop, asked[at] ?? "")));
    const ratio = (many ?? 0) / (few ?? 1);
    console.log(`| ${name} | ${rows} | ${few?.toFixed(1)} | ${many?.toFixed(1)} (${ratio.toFixed(2)}) |`);
    if (ratio > GOAL) misses.push(`${name} ${ratio.toFixed(2)}`);
  }
  return misses;
}

/** How many rows both have: pages of different lengths would not be compared. */
async function countRows(shops: ShopApi[], paths: (string | undefined)[]): Promise<number> {
  const pages = await Promise.all(shops.map((shop, at) => ask(shop, paths[at] ?? "")));
  return Math.min(...pages.map(({ body }) => JSON.parse(body).length));
}

async function findNext(shop: ShopApi, path: string): Promise<string | undefined> {
  const link = (await ask(shop, path)).headers.get("link");
  return /<([^>]*)>/.exec(link ?? "")?.[1];
}

async function compareCounts(shop: ShopApi): Promise<string[]> {
  console.log(`\nCounts of all choices among ${LARGE} trims, and as a ratio to one aggregate (goal: ${GOAL})\n`);
  console.log("| filter | one aggregate | counts |\n| --- | ---: | ---: |");
  const client = new pg.Client(shop.connection);
  await client.connect();
  const misses: string[] = [];
  for (const [name, [search, condition]] of Object.entries(counts)) {
    if (!`counts, ${name}`.includes(options.only)) continue;
    const aggregate = `select finish, count(*) from trims where removed_at is null and ${condition} group by finish`;
    const [bare = 1, all = 0] = await time([() => client.query(aggregate), () => ask(shop, `/trims/facets?${search}`)]);
    console.log(`| ${name} | ${bare.toFixed(1)} | ${all.toFixed(1)} (${(all / bare).toFixed(2)}) |`);
    if (all / bare > GOAL) misses.push(`counts, ${name} ${(all / bare).toFixed(2)}`);
  }
  await client.end();
  return misses;
}

/** Adding a trim by the API, alone and ten at once; they are taken out again. */
async function compareAdding(shops: ShopApi[]): Promise<void> {
  if (!"adding a trim".includes(options.only)) return;
  console.log(`\n| adding a trim, ms | ${SMALL} trims | ${LARGE} trims |\n| --- | ---: | ---: |`);
  let added = 0;
  const acts = await Promise.all(
    shops.map(async ({ connection, db, api }) => {
      await run(
        connection,
        "select setval(pg_get_serial_sequence('trims', 'number'), (select max(number) from trims))",
      );
      const headers = { ...(await signIn(db, demoPeople.admin)), "content-type": "application/json" };
      return async () => {
        const body = JSON.stringify({ ...ADDED, name: `${ADDED.name} ${added++}` });
        const response = await api.request("/trims", { method: "POST", headers, body });
        if (response.status !== 200) throw new Error(`a trim was refused: ${await response.text()}`);
      };
    }),
  );
  const tell = (name: string, medians: number[]) =>
    console.log(`| ${name} | ${medians.map((median) => median.toFixed(1)).join(" | ")} |`);
  tell("alone", await time(acts));
  const together = acts.map((act) => () => Promise.all(Array.from({ length: 10 }, act)));
  tell(
    "ten at once, each",
    (await time(together)).map((median) => median / 10),
  );
  for (const { connection } of shops) {
    const theirs = `(select id from trims where name like '${ADDED.name} %')`;
    await run(connection, `delete from stock_movements where trim_id in ${theirs}`);
    await run(connection, `delete from low_stock_told where trim_id in ${theirs}`);
    await run(connection, `delete from trims where id in ${theirs}`);
    await run(connection, "vacuum analyze");
  }
}

/** The medians of these acts, taken in turns. */
async function time(acts: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = acts.map((): number[] => []);
  for (let round = -5; round < ROUNDS; round++) {
    for (const [at, act] of acts.entries()) {
      const startMs = performance.now();
      await act();
      if (round >= 0) times[at]?.push(performance.now() - startMs);
    }
  }
  return times.map(median);
}

async function countScans(connection: Connection): Promise<number> {
  const [row] = await run(connection, "select seq_scan from pg_stat_user_tables where relname = 'trims'");
  return Number(row?.seq_scan);
}

// Measures finding a trim among 107 and among 100,000, side by side on a separate engine: `node bin/bench-trims.ts
// [--only words] [--data folder] [rounds]`. Prints medians with their ratio to the catalogue's own 107, and the counts of
// choices with their ratio to one aggregate of plain SQL. Fails if any of it read all trims one by one, or misses a goal.
// With --only, asks what has these words in its name; with --data, the trims stay in this folder for the next run.
import { parseArgs } from "node:util";
import pg from "pg";
import { createApi, limitRules } from "#app/api.server.ts";
import { openPress } from "#app/features/documents/press.server.ts";
import { createIdentity } from "#app/features/identity/identity.server.ts";
import { createOrderNews } from "#app/features/orders/news/news.server.ts";
import { createKeptCounts, type KeptCounts } from "#app/features/trims/find/kept-counts.server.ts";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import { type Connection, type Db, openDb, openPool } from "#app/platform/db/client.server.ts";
import { readHouse } from "#app/platform/house-env.server.ts";
import { createLimits } from "#app/platform/http/limits.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { openDatabases, run, signIn } from "./bench/databases.ts";

const { positionals, values: options } = parseArgs({
  options: { only: { type: "string", default: "" }, data: { type: "string" } },
  allowPositionals: true,
});
const ROUNDS = Number(positionals[0] ?? 40);
const [SMALL, LARGE] = [107, 100_000];
const GOAL = 1.5;

/** 12 trims, as a page shows them. Each also as its second page, where it has one. */
const lists = {
  "the list": "/trims?limit=12",
  "newest first": "/trims?limit=12&sort=newest",
  "by price": "/trims?limit=12&sort=price",
  "most ordered first": "/trims?limit=12&sort=ordered",
  "one line": "/trims?limit=12&line=rivets&sort=newest",
  "one finish": "/trims?limit=12&finish=copper&sort=newest",
  "line, finish, certificate": "/trims?limit=12&line=rivets&finish=copper&certificate=nickel-free+EN+1811&sort=price",
  "line and size": "/trims?limit=12&line=rivets&sizeFrom=9&sizeTo=9.5&sort=price",
  "in stock": "/trims?limit=12&inStock=8000&sort=newest",
  "in stock, hardly any": "/trims?limit=12&inStock=450000",
  "line, finish, in stock": "/trims?limit=12&line=rivets&finish=copper&inStock=8000&sort=newest",
  "nothing has it": "/trims?limit=12&line=threads&finish=brass",
  "search: rivets": "/trims?limit=12&q=rivets",
  "search: copper rivets": "/trims?limit=12&q=copper+rivets",
  "search: antiqe bras riv": "/trims?limit=12&q=antiqe+bras+riv",
  "search: one article": "/trims?limit=12&q=no+75",
  "search: words that never meet": "/trims?limit=12&q=zipper+belt",
  "search: nothing like it": "/trims?limit=12&q=xqztw",
  "search: the whole sentence": `/trims?limit=12&q=${encodeURIComponent("9 mm rivet, coper, nickel-free, 8,000 in stock")}`,
  "search, by price": "/trims?limit=12&q=brass&sort=price",
  "search in a line, in stock": "/trims?limit=12&q=antique&line=buttons&inStock=8000",
  "suggestions: ri": "/trims/suggestions?q=ri",
  "suggestions: antiqe bras riv": "/trims/suggestions?q=antiqe+bras+riv",
  "suggestions: the nearest": "/trims/suggestions?q=copper+rivet+for+unicorns",
};

/** Counts of choices, and the condition of the same filter. */
const counts = {
  everything: ["", "true"],
  "one line": ["line=rivets", "line = 'rivets'"],
  "one finish": ["finish=copper", "finish = 'copper'"],
  "in stock": ["inStock=8000", "quantity >= 8000"],
  "line, in stock": ["line=rivets&inStock=8000", "line = 'rivets' and quantity >= 8000"],
  "search: rivets": ["q=rivets", "words @@ '''rivet'''"],
  "search: copper rivets, in stock": [
    "q=copper+rivets&inStock=8000",
    "words @@ '''copper'' & ''rivet''' and quantity >= 8000",
  ],
} as const;

const ADDED = {
  name: "Measured rivet",
  description: "Struck from brass for pockets and fly seams of denim, and set with a hand press.",
  ...{ line: "rivets", kind: "rivet", material: "brass", finish: "copper", certificates: ["nickel-free EN 1811"] },
  ...{ price: "0.1", moq: 100, quantity: 90_000, img: "/images/products/mini-rivet-brass-7.webp" },
};

const log = createLog("silent");
const databases = await openDatabases(options.data);
try {
  const connections = [await makeShop(SMALL), await makeShop(LARGE)] as const;
  const [small, large] = connections.map(openShop) as [Shop, Shop];
  const before = await countScans(connections[1]);
  const misses = await compareLists(small, large);
  for (const [search] of Object.values(counts)) await ask(large, `/trims/facets?${search}`);
  // A connection reports its last counts when it ends.
  await Promise.all([small.close(), large.close()]);
  const after = await countScans(connections[1]);
  const again = openShop(connections[1]);
  misses.push(...(await compareCounts(again)));
  await again.close();
  const shops = connections.map(openShop);
  await compareAdding(shops);
  await Promise.all(shops.map((shop) => shop.close()));
  console.log(`\nTimes all trims were read one by one: ${after - before}`);
  if (after > before) misses.push("a sequential scan");
  for (const miss of misses) console.error(`missed: ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
} finally {
  await databases.close();
}

type Shop = {
  connection: Connection;
  db: Db;
  api: ReturnType<typeof createApi>;
  counts: KeptCounts;
  close: () => Promise<void>;
};

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

function openShop(connection: Connection): Shop {
  const pool = openPool(connection, log);
  const db = openDb(pool);
  const origin = "http://localhost:3000";
  const letterhead = { origin, contact: "help@shop.example" };
  const settings = { trustedOrigins: [origin], requireVerifiedEmail: false };
  const secrets = {
    secret: "s".repeat(32),
    social: {},
    adminEmail: undefined,
    trustedProxies: [],
    requireAdminSecondFactor: false,
  };
  const limits = createLimits(db, limitRules, "off");
  const identity = createIdentity({
    ...{ db, limits, social: {}, log },
    env: { ...settings, ...letterhead, ...secrets },
  });
  const counts = createKeptCounts();
  const news = createOrderNews({ db, announce: () => {}, log });
  const api = createApi({
    ...{ house: readHouse({ PAPER: "A4" }, true), press: openPress() },
    ...settings,
    timeZone: "UTC",
    letterhead,
    db,
    news,
    counts,
    identity,
    limits,
    log,
    onPagesChanged: () => {},
  });
  return { connection, db, api, counts, close: () => pool.end() };
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

/** Nothing is kept from the last time. */
async function ask({ api, counts }: Shop, path: string): Promise<Response> {
  counts.change();
  const response = await api.request(path);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  await response.arrayBuffer();
  return response;
}

async function compareLists(small: Shop, large: Shop): Promise<string[]> {
  console.log(`Medians of ${ROUNDS} rounds in ms, and as a ratio to ${SMALL} trims (goal: ${GOAL})\n`);
  console.log(`| what | ${SMALL} trims | ${LARGE} trims |\n| --- | ---: | ---: |`);
  const misses: string[] = [];
  const further = Object.entries(lists).map(([name, path]) => [`${name}, further down`, path] as const);
  for (const [name, first] of [...Object.entries(lists), ...further]) {
    if (!name.includes(options.only)) continue;
    const isFurther = name.endsWith("further down");
    const paths = await Promise.all([small, large].map((shop) => (isFurther ? findNext(shop, first) : first)));
    if (paths.some((path) => path === undefined)) continue;
    const [few, many] = await time([small, large].map((shop, at) => () => ask(shop, paths[at] ?? "")));
    const ratio = (many ?? 0) / (few ?? 1);
    console.log(`| ${name} | ${few?.toFixed(1)} | ${many?.toFixed(1)} (${ratio.toFixed(2)}) |`);
    if (ratio > GOAL) misses.push(`${name} ${ratio.toFixed(2)}`);
  }
  return misses;
}

async function findNext(shop: Shop, path: string): Promise<string | undefined> {
  const link = (await ask(shop, path)).headers.get("link");
  return /<([^>]*)>/.exec(link ?? "")?.[1];
}

async function compareCounts(shop: Shop): Promise<string[]> {
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
async function compareAdding(shops: Shop[]): Promise<void> {
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
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN);
}

async function countScans(connection: Connection): Promise<number> {
  const [row] = await run(connection, "select seq_scan from pg_stat_user_tables where relname = 'trims'");
  return Number(row?.seq_scan);
}

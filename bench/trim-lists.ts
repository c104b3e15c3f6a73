// Measures finding a trim among 10,000, on an engine of its own: `node bench/trim-lists.ts [--trims N] [--only words]
// [--data folder] [--add] [rounds]`. Fails if a list or the counts of choices miss their goal. With --only, asks what
// has these words in its name; with --data, the trims stay in this folder for the next run; with --add, adds 10,000
// more by a CSV file.
import { parseArgs } from "node:util";
import type { ImportLine } from "#app/features/catalogue/contract.ts";
import { prepareSearch } from "#app/features/trims/find/search-engine.server.ts";
import type { Connection } from "#app/platform/db/client.server.ts";
import { demoPeople } from "#db/demo-people.ts";
import { seedDemo } from "#db/seed.ts";
import { timeAnswers } from "./answers.ts";
import { openDatabases, run, signIn } from "./databases.ts";
import { openShopApi, type ShopApi } from "./shop-api.ts";
import { ADDED, counts, lists } from "./trim-questions.ts";

const { positionals, values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    data: { type: "string" },
    trims: { type: "string", default: "10000" },
    add: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const ROUNDS = Number(positionals[0] ?? 40);
/** Beyond this many trims, lists and counts may take longer. */
const MANY = 10_000;
const GOALS_MS = { few: { list: 50, counts: 50 }, many: { list: 175, counts: 400 } };
const [ADD, ADD_GOAL_MS] = [10_000, 25_000];

const databases = await openDatabases(options.data);
try {
  const size = Number(options.trims);
  const connection = await databases.open(
    `trims_${size}`,
    async (db) => {
      await seedDemo(db);
      await prepareSearch(db);
    },
    (made) => fill(made, size),
  );
  const shop = openShopApi(connection);
  const goals = GOALS_MS[size > MANY ? "many" : "few"];
  const questions = [
    ...Object.entries(lists).map(([name, path]) => ({ name, path, goalMs: goals.list })),
    ...Object.entries(counts).map(([name, search]) => {
      return { name: `counts, ${name}`, path: `/trims/facets?${search}`, goalMs: goals.counts };
    }),
  ].filter(({ name }) => name.includes(options.only));
  console.log(`${ROUNDS} rounds, ${size} trims\n`);
  // Nothing is kept from the last time.
  const ask = async (path: string) => {
    shop.counts.change();
    return shop.api.request(path);
  };
  const misses = await timeAnswers(questions, ask, ROUNDS);
  if (options.add) {
    const tookMs = await addByFile(shop);
    console.log(`\n${ADD} trims added by a CSV file in ${(tookMs / 1000).toFixed(1)} s`);
    if (tookMs > ADD_GOAL_MS) misses.push("adding");
  }
  await shop.close();
  for (const miss of misses) console.error(`missed: ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
} finally {
  await databases.close();
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
  await run(
    connection,
    `insert into trim_orders (trim_id, number, orders) select id, number, (number * 7919) % 500 from trims
     on conflict (trim_id) do update set orders = excluded.orders`,
  );
  await run(connection, "vacuum analyze");
}

/** How many milliseconds it takes to apply a file of new trims. */
async function addByFile({ connection, db, api }: ShopApi): Promise<number> {
  const [{ size } = {}] = await run(
    connection,
    "select setval(pg_get_serial_sequence('trims', 'number'), (select max(number) from trims)) as size",
  );
  const headers = { ...(await signIn(db, demoPeople.admin)), "content-type": "text/csv" };
  const { certificates, img, ...plain } = ADDED;
  const fields = { number: "", ...plain, certificates: certificates.join("; "), image: img };
  const names = Object.keys(fields);
  const row = (at: number) =>
    Object.values({ ...fields, name: `${ADDED.name} ${size}-${at}` }).map((cell) => `"${cell}"`);
  const file = [names, ...Array.from({ length: ADD }, (_, at) => row(at))].map((cells) => cells.join(",")).join("\n");
  const send = async (query: string): Promise<ImportLine> => {
    const response = await api.request(`/trims.csv?${query}`, { method: "POST", headers, body: file });
    const text = await response.text();
    return JSON.parse(text.trim().split("\n").at(-1) ?? "");
  };
  const compared = await send("dryRun=1");
  if (compared.kind !== "report" || !compared.report.token) throw new Error(`refused: ${JSON.stringify(compared)}`);
  const startMs = performance.now();
  const applied = await send(`token=${compared.report.token}`);
  const tookMs = performance.now() - startMs;
  if (applied.kind !== "applied" || applied.applied.added !== ADD)
    throw new Error(`refused: ${JSON.stringify(applied)}`);
  return tookMs;
}

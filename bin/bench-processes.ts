// Measures several processes of the shop:
//   node bin/bench-processes.ts roll [restarts]              replaces two processes again and again under visitors and
//                                                            orders; fails if a request does
//   node bin/bench-processes.ts fresh [changes]              how long after an order three processes show the new stock
//   node bin/bench-processes.ts orders [rounds] [percent]    orders from one process and from two, in turns, each process
//                                                            held to so much of a core by cpulimit (Debian)
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Db, openDb, openPool } from "#app/platform/db/client.server.ts";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { signedIn, type TestPerson } from "#test/people.ts";
import { databaseUrl, freePort, type ShopProcess, startShopProcess, stopShopProcess } from "#test/shop-process.ts";

/** How long one side is measured before it is the other's turn, and by how many buyers. */
const PHASE_MS = 8_000;
const BUYERS = 16;
/** How long visitors and buyers of `roll` wait between requests: two busy cores must have time to start a process. */
const READING_MS = 100;
const ORDERING_MS = 250;
/** What Linux counts CPU time in. */
const TICK_MS = 10;

const [what = "", ...numbers] = process.argv.slice(2);
const acts: Record<string, (first?: number, second?: number) => Promise<void>> = { roll, fresh, orders };
const act = acts[what];
if (!act) throw new Error(`write one of ${Object.keys(acts).join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "rivet-processes-"));
const engine = await startEngine({
  dataDir: join(folder, "database"),
  log: () => {},
  settings: { max_connections: "200" },
});
const pool = openPool(engine.connection, createLog("silent"));
const db: Db = openDb(pool);
const shops: ShopProcess[] = [];
/** What was answered with anything but 200. */
const failures: string[] = [];
try {
  await act(...numbers.map(Number));
} finally {
  await Promise.all(shops.map(stopShopProcess));
  await pool.end();
  await engine.stop();
  rmSync(folder, { recursive: true });
}

async function open(processes: number): Promise<ShopProcess> {
  const settings = { DATABASE_URL: databaseUrl(engine.connection), SECRET: "s".repeat(32), LIMITS: "off" };
  const own = { PORT: await freePort(), DATA_DIR: join(folder, "shop"), WEB_CONCURRENCY: String(processes) };
  const shop = await startShopProcess({ ...settings, ...own });
  shops.push(shop);
  if (processes > 1) while (workersOf(shop).length < processes) await pause(100);
  return shop;
}

/** The processes that serve, by their ids: those below the first, or the only one. */
function workersOf({ process: { pid = 0 } }: ShopProcess): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  return ids.length > 0 ? ids : [pid];
}

type Trim = { _id: string; name: string; moq: number; quantity: number };

async function readTrims(url: string, limit: number): Promise<Trim[]> {
  return (await fetch(`${url}/api/trims?limit=${limit}`)).json();
}

/** The status of a whole answer, or the code of what went wrong. Nothing is sent twice. */
function send(url: string, options: RequestOptions, body?: string): Promise<number | string | undefined> {
  const start = performance.now();
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    request(url, options, (response) => {
      response
        .on("error", fail)
        .on("end", () => {
          const { statusCode = 0 } = response;
          if (statusCode !== 200)
            failures.push(`${statusCode} after ${Math.round(performance.now() - start)} ms: ${url}`);
          resolve(statusCode);
        })
        .resume();
    })
      .on("error", fail)
      .end(body);
  });
}

function placeOrder(url: string, agent: Agent, buyer: TestPerson, trim: Trim) {
  const { name, email, token } = buyer;
  const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return send(`${url}/api/orders`, { method: "POST", agent, headers }, JSON.stringify(order));
}

async function roll(restarts = 10): Promise<void> {
  const shop = await open(2);
  await pool.query("update trims set quantity = 10000000");
  const trims = await readTrims(shop.url, 8);
  const buyers = await Promise.all(trims.map(() => signedIn(db)));
  const outcomes = new Map<string, Map<number | string | undefined, number>>();
  let isOver = false;
  const paths = ["/", "/api/trims?limit=5", "/blogs", "/api/reviews?limit=3"];
  async function visit(
    kind: string,
    keepAlive: boolean,
    readMs: () => number,
    ask: (agent: Agent) => ReturnType<typeof send>,
  ) {
    const seen = outcomes.get(kind) ?? new Map();
    outcomes.set(kind, seen);
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    while (!isOver) {
      const outcome = await ask(agent);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      await pause(readMs());
    }
    agent.destroy();
  }
  const read = (agent: Agent) => send(shop.url + paths[Math.floor(Math.random() * paths.length)], { agent });
  const load = trims.flatMap((trim, at) => {
    const buyer = buyers[at];
    if (!buyer) return [];
    return [
      visit("new connections", false, () => READING_MS, read),
      visit("kept connections", true, () => READING_MS, read),
      visit("kept connections, up to 4 s apart", true, () => 4_000 * Math.random(), read),
      visit(
        "orders without a key",
        at % 2 === 0,
        () => ORDERING_MS,
        (agent) => placeOrder(shop.url, agent, buyer, trim),
      ),
    ];
  });
  const begin = performance.now();
  for (let restart = 1; restart <= restarts; restart++) {
    const old = workersOf(shop);
    const start = performance.now();
    shop.process.kill("SIGHUP");
    while (workersOf(shop).some((id) => old.includes(id)) || workersOf(shop).length < 2) await pause(100);
    console.log(`restart ${restart}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  isOver = true;
  await Promise.all(load);
  const seconds = (performance.now() - begin) / 1000;
  let failed = 0;
  for (const [kind, seen] of outcomes) {
    console.log(kind, Object.fromEntries(seen));
    for (const [outcome, count] of seen) if (outcome !== 200) failed += count;
  }
  const all = [...outcomes.values()].flatMap((seen) => [...seen.values()]).reduce((sum, count) => sum + count, 0);
  console.log(`${failed} of ${all} requests failed, at ${Math.round(all / seconds)} a second`);
  if (failed === 0) return;
  // The log has the reason of each 503.
  console.log([...failures, ...shop.said].join("\n"));
  process.exitCode = 1;
}

async function fresh(changes = 50): Promise<void> {
  const all = [await open(1), await open(1), await open(2)];
  await pool.query("update trims set quantity = 10000000");
  const buyer = await signedIn(db);
  const agent = new Agent({ keepAlive: true });
  const urls = all.map(({ url }) => url);
  const waits: Record<string, number[]> = { "/api/trims?limit=1": [], "/": [] };
  for (let change = 0; change < changes; change++) {
    const [trim] = await readTrims(urls[change % 3] ?? "", 1);
    if (!trim) throw new Error("there is no trim");
    const left = trim.quantity - trim.moq;
    const words: Record<string, string> = {
      "/api/trims?limit=1": `"quantity":${left}`,
      "/": left.toLocaleString("en"),
    };
    const status = await placeOrder(urls[change % 3] ?? "", agent, buyer, trim);
    const start = performance.now();
    if (status !== 200) throw new Error(`an order was answered ${status}`);
    const others = urls.flatMap((url) => Object.keys(words).map((path) => [url, path] as const));
    await Promise.all(
      others.map(async ([url, path]) => {
        while (!(await (await fetch(url + path)).text()).includes(words[path] ?? "")) await pause(5);
        waits[path]?.push(performance.now() - start);
      }),
    );
    await pause(300);
  }
  for (const [path, ms] of Object.entries(waits)) {
    const sorted = ms.toSorted((a, b) => a - b).map(Math.round);
    console.log(`${path}: median ${sorted[sorted.length >> 1]} ms, longest ${sorted.at(-1)} ms, of ${sorted.length}`);
    if ((sorted.at(-1) ?? 0) > 1_000) process.exitCode = 1;
  }
}

async function orders(rounds = 5, percent = 25): Promise<void> {
  const sides = [
    { processes: 1, shop: await open(1), placed: 0, refused: 0, cpuMs: 0 },
    { processes: 2, shop: await open(2), placed: 0, refused: 0, cpuMs: 0 },
  ];
  await pool.query("update trims set quantity = 10000000");
  const trims = await readTrims(sides[0]?.shop.url ?? "", BUYERS);
  const buyers = await Promise.all(trims.map(() => signedIn(db)));
  const limited = sides.flatMap(({ shop }) => workersOf(shop));
  for (const { shop } of sides) await run(shop, 3_000);
  const holders = limited.map((id) =>
    spawn("cpulimit", ["-p", String(id), "-l", String(percent)], { stdio: "ignore" }),
  );
  const own = process.cpuUsage();
  const engineBefore = sumCpuMs((await processesBelowEngine()) ?? []);
  for (let round = -1; round < rounds; round++) {
    for (const side of sides) {
      const before = sumCpuMs(workersOf(side.shop));
      const { placed, refused } = await run(side.shop, PHASE_MS);
      if (round < 0) continue;
      side.placed += placed;
      side.refused += refused;
      side.cpuMs += sumCpuMs(workersOf(side.shop)) - before;
    }
  }
  for (const holder of holders) holder.kill("SIGINT");
  const { user, system } = process.cpuUsage(own);
  for (const { processes, placed, refused, cpuMs } of sides) {
    const seconds = (rounds * PHASE_MS) / 1000;
    const used = (cpuMs / (rounds * PHASE_MS)) * 100;
    console.log(
      `${processes}: ${(placed / seconds).toFixed(1)} orders/s, ${used.toFixed(0)} % of a core, ${(cpuMs / placed).toFixed(1)} ms each; ${refused} refused`,
    );
  }
  const [one, two] = sides;
  console.log(
    `ratio ${((two?.placed ?? 0) / (one?.placed ?? 1)).toFixed(2)}; this program used ${Math.round((user + system) / 1000)} ms of CPU, PostgreSQL at least ${sumCpuMs(await processesBelowEngine()) - engineBefore} ms`,
  );

  /** Orders acknowledged, and those that were answered 503. */
  async function run({ url }: ShopProcess, ms: number): Promise<{ placed: number; refused: number }> {
    const end = performance.now() + ms;
    let placed = 0;
    let refused = 0;
    await Promise.all(
      trims.map(async (trim, at) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const buyer = buyers[at];
        while (buyer && performance.now() < end) {
          const status = await placeOrder(url, agent, buyer, trim);
          if (status === 200) placed++;
          else if (status === 503) refused++;
          else throw new Error(`an order was answered ${status}`);
        }
        agent.destroy();
      }),
    );
    return { placed, refused };
  }
}

/** Those of PostgreSQL that live now. */
async function processesBelowEngine(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>("select pid from pg_stat_activity");
  return rows.map(({ pid }) => pid);
}

function sumCpuMs(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }, 0);
}

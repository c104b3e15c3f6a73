import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readDatabase } from "#app/platform/database-env.server.ts";
import { findPoolerFaults } from "#app/platform/db/pooler.server.ts";
import { cpuOf, type DbName, dbNames, startCluster } from "./ha-cluster.ts";
import {
  ask,
  compare,
  endShop,
  longestGap,
  ORIGIN,
  readTrims,
  type Shop,
  shopNames,
  signIn,
  startBuyers,
  startShop,
} from "./ha-shops.ts";

// npm run ha: starts the cluster of deploy/ha on this machine, breaks it, and stops it. Exits with 1 if a promise broke.
// --only docs,pooler,leader,frozen,shop,etcd,replica,pooler   --kills 3   --etcd-seconds 20

const trials = {
  docs: seeDocs,
  pooler: seePooler,
  replica: seeReplica,
  cost: seeCost,
  frozen: seeFrozen,
  etcd: seeEtcd,
  shop: seeShop,
  leader: seeLeader,
};
const { values } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(trials).join(",") },
    kills: { type: "string", default: "10" },
    "etcd-seconds": { type: "string", default: "60" },
  },
});
const KILLS = Number(values.kills);
const ETCD_MS = Number(values["etcd-seconds"]) * 1_000;
/** How late the server that follows applies what it receives, what of that must be seen, and how long it may take. */
const DELAY_S = 35;
const LAG_MS = 30_000;
const LAG_WAIT_MS = 120_000;
const COST_MS = 20_000;
const BUYERS = 4;
const PAUSE_MS = 150;

const cluster = await startCluster();
const shops: Shop[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void stop().then(() => process.exit(1)));
}
try {
  const wanted = values.only.split(",").flatMap((only) => Object.entries(trials).filter(([name]) => name === only));
  if (wanted.length === 0) throw new Error(`--only takes some of ${Object.keys(trials).join(",")}`);
  if (wanted.some(([name]) => name !== "pooler")) await startShops();
  for (const [name, trial] of wanted) {
    console.log(`\n${name}`);
    await trial().catch((error: unknown) => {
      console.log(`FAIL ${name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    });
  }
} finally {
  await stop();
}

/** Each shop goes another way to the database that writes, and reads from another server that follows. */
async function startShops(): Promise<void> {
  const { hosts, haproxy, pgbouncer } = cluster.urls;
  const ways: Record<string, string>[] = [
    { DATABASE_URL: hosts },
    { DATABASE_URL: haproxy },
    { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: hosts, NAMED_STATEMENTS: "0" },
  ];
  for (const [at, name] of shopNames.entries()) {
    shops.push(await startShop(cluster, name, { ...ways[at], ...readUrl(dbNames[at] ?? "db1") }));
  }
  await cluster.until("shops behind HAProxy", async () => (await ask(`${ORIGIN}/readyz`)).status === 200 || undefined);
  console.log(`three shops answer at ${ORIGIN}`);
}

function readUrl(name: DbName): Record<string, string> {
  return { DATABASE_READ_URL: cluster.urls.readFrom(name) };
}

async function stop(): Promise<void> {
  await Promise.all(shops.map((shop) => endShop(shop, "SIGTERM")));
  await cluster.stop();
}

/** The blocks of docs/operations.md about several machines, as typed; addresses and passwords are this cluster's. */
async function seeDocs(): Promise<void> {
  const page = readFileSync("docs/operations.md", "utf8");
  const blocks = [...page.matchAll(/^```sh ha\n([\s\S]*?)^```$/gm)].map(([, commands = ""]) => commands);
  const { code, said } = await cluster.type(blocks.join("\n"));
  if (code !== 0) console.log(said);
  report(`${blocks.length} blocks of docs/operations.md end with`, code, 0);
  const words = ["Sync Standby", "Leader", "ready", "Successfully switched over", "3s", "is healthy"];
  report(
    "they say",
    words.filter((word) => said.includes(word)),
    words,
  );
}

/** What PgBouncer takes away is named at the start of a shop. */
async function seePooler(): Promise<void> {
  const { hosts, haproxy, pgbouncer } = cluster.urls;
  const see = async (what: string, settings: Record<string, string>, words: string[], isNamed = true) => {
    const { database } = readDatabase({ NAMED_STATEMENTS: isNamed, ...settings });
    // PgBouncer hands on once that its connection was cut.
    const faults = await cluster.until("an answer of the pooler", async () =>
      database ? findPoolerFaults(database).catch(() => undefined) : ["no database"],
    );
    const isAsExpected =
      faults.length === words.length && words.every((word) => faults.some((fault) => fault.includes(word)));
    report(what, isAsExpected ? words : faults, words);
  };
  await see("several hosts", { DATABASE_URL: hosts }, []);
  await see("HAProxy", { DATABASE_URL: haproxy }, []);
  await see("PgBouncer without a direct URL", { DATABASE_URL: pgbouncer }, ["refuses statement_timeout"]);
  await see("PgBouncer, names kept on", { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: hosts }, [
    "Prepared statements are lost",
  ]);
  await see(
    "PgBouncer as direct URL",
    { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: pgbouncer },
    ["LISTEN and session locks"],
    false,
  );
  await see("PgBouncer as in shop.env", { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: hosts }, [], false);
  const leader = await cluster.whole();
  await cluster.sql(leader, "alter role shop in database shop reset lock_timeout");
  // PgBouncer keeps its connections: a new setting holds for the next ones.
  await cluster.sql(leader, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'");
  await see(
    "a role without lock_timeout",
    { DATABASE_URL: pgbouncer, DATABASE_DIRECT_URL: hosts },
    ["lock_timeout is not in force"],
    false,
  );
  await cluster.sql(leader, "alter role shop in database shop set lock_timeout = '1s'");
  await cluster.sql(leader, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'shop'");
}

/** The machine of the leader loses power, again and again. */
async function seeLeader(): Promise<void> {
  await breakLeader("the leader killed", async (leader) => {
    await cluster.killDb(leader);
    return async () => cluster.startDb(leader);
  });
}

/** The leader's machine hangs: nothing is closed, nothing answers. */
async function seeFrozen(): Promise<void> {
  await breakLeader(
    "the leader frozen",
    async (leader) => {
      const thaw = cluster.freezeDb(leader);
      return async () => thaw();
    },
    Math.min(KILLS, 2),
  );
}

async function breakLeader(what: string, strike: (leader: DbName) => Promise<() => Promise<void>>, times = KILLS) {
  const buyers = await startBuyers(shops, BUYERS, PAUSE_MS);
  const gaps: number[] = [];
  const byShop = new Map<string, number[]>(shops.map(({ name }) => [name, []]));
  for (let time = 0; time < times; time++) {
    const leader = await cluster.whole();
    await enough(buyers);
    const from = performance.now();
    const mend = await strike(leader);
    const next = await cluster.until("another leader", async () => {
      const found = await cluster.findLeader();
      return found === leader ? undefined : found;
    });
    for (const { name } of shops) await enough(buyers, name);
    const to = performance.now();
    gaps.push(longestGap(buyers.acknowledged, from, to));
    for (const [name, own] of byShop) own.push(longestGap(buyers.acknowledged, from, to, name));
    console.log(`  ${leader} → ${next}: no order taken for ${seconds(gaps.at(-1))}`);
    await mend();
  }
  await buyers.stop();
  console.log(`  without an order: median ${seconds(median(gaps))}, longest ${seconds(Math.max(...gaps))}`);
  for (const [name, own] of byShop)
    console.log(`  ${name} alone: median ${seconds(median(own))}, longest ${seconds(Math.max(...own))}`);
  await judge(`${what} ${times} times`, buyers);
}

/** A shop is killed behind HAProxy, each in turn, while people read and order. */
async function seeShop(): Promise<void> {
  const buyers = await startBuyers([{ name: "HAProxy", url: ORIGIN }], 3 * BUYERS, PAUSE_MS);
  const readers = startReaders(ORIGIN, 6);
  const gaps: number[] = [];
  for (let time = 0; time < KILLS; time++) {
    const at = time % shops.length;
    const shop = shops[at];
    if (!shop) break;
    await enough(buyers);
    const from = performance.now();
    await endShop(shop, "SIGKILL");
    await enough(buyers);
    gaps.push(longestGap(buyers.acknowledged, from, performance.now()));
    shops[at] = await shop.start();
    await cluster.until("HAProxy to see three shops", async () => {
      await pause(1_500);
      return true;
    });
  }
  await readers.stop();
  await buyers.stop();
  console.log(`  without an order: median ${seconds(median(gaps))}, longest ${seconds(Math.max(...gaps))}`);
  console.log(`  pages: ${[...readers.answers].map(([kind, count]) => `${count} × ${kind}`).join(", ")}`);
  await judge(`a shop killed ${KILLS} times behind HAProxy`, buyers);
}

/** All of etcd is away. */
async function seeEtcd(): Promise<void> {
  const before = await cluster.whole();
  const buyers = await startBuyers(shops, BUYERS, PAUSE_MS);
  await enough(buyers);
  const from = performance.now();
  await cluster.stopEtcd();
  await pause(ETCD_MS);
  const to = performance.now();
  cluster.startEtcd();
  const after = await cluster.whole();
  await enough(buyers);
  await buyers.stop();
  const meanwhile = buyers.acknowledged.filter(({ at }) => at > from && at < to).length;
  console.log(
    `  ${meanwhile} orders in ${seconds(to - from)} without etcd; longest without one ${seconds(longestGap(buyers.acknowledged, from, to))}`,
  );
  report("the leader leads on", after, before);
  report("orders are taken without etcd", longestGap(buyers.acknowledged, from, to) < 5_000, true);
  await judge("etcd away", buyers);
}

/** The server that a shop reads from applies what it receives half a minute late. */
async function seeReplica(): Promise<void> {
  const leader = await cluster.whole();
  // Not the synchronous one: orders are to wait for nobody here.
  const replica = (await cluster.readCluster()).find(({ role }) => role === "replica")?.name;
  const shop = shops.find((_, at) => dbNames[at] === replica);
  if (!shop || !replica) throw new Error("no shop reads from a server that follows without being waited for");
  const token = await signIn(shop.url);
  const headers = { authorization: `Bearer ${token}` };
  const order = async (time: number): Promise<{ id: string; shown: boolean; own: boolean; ms: number }> => {
    const trims = (await readTrims(shop.url)).filter(({ quantity, moq }) => quantity > 2 * moq);
    const trim = trims[time % trims.length];
    if (!trim) throw new Error("no trims");
    const { name, email } = { name: "Demo Buyer", email: "buyer@rivet-and-reed.example" };
    const body = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
    const answer = await ask(`${shop.url}/api/orders`, { method: "POST", headers, body });
    const { insertedId: id } = JSON.parse(answer.body);
    const own = await ask(`${shop.url}/api/orders/${id}`, { headers });
    const start = performance.now();
    // A visitor without any cookie: the page and the public API.
    const left = async () => (await readTrims(shop.url)).find(({ _id }) => _id === trim._id)?.quantity;
    while ((await left()) !== trim.quantity - trim.moq && performance.now() - start < 5_000) await pause(20);
    const ms = performance.now() - start;
    const shown = (await left()) === trim.quantity - trim.moq;
    return { id, shown, own: own.status === 200, ms };
  };
  const delay = async (text: string, seen: string) => {
    cluster.recoverWith(replica, text);
    await cluster.until(
      `recovery_min_apply_delay of ${seen}`,
      async () => (await cluster.sql(replica, "show recovery_min_apply_delay")) === seen || undefined,
    );
  };
  const wasBehind = () => readFileSync(shop.logFile, "utf8").split("DATABASE_READ_URL is behind").length - 1;
  const before = wasBehind();
  await delay(`recovery_min_apply_delay: ${DELAY_S}s`, `${DELAY_S}s`);
  /** Orders that the leader has and the other does not, by when they were acknowledged. */
  const missing = new Map<string, number>();
  const late: number[] = [];
  let lagMs = 0;
  let ofTheLate = 0;
  let isRight = true;
  const end = performance.now() + LAG_WAIT_MS;
  for (let time = 0; performance.now() < end && ofTheLate < 10; time++) {
    const { id, shown, own, ms } = await order(time);
    missing.set(id, performance.now() - ms);
    isRight &&= shown && own;
    late.push(ms);
    const at = performance.now();
    const known = `'${[...missing.keys()].join("','")}'`;
    const applied = await cluster.sql(replica, `select id from orders where id in (${known})`);
    for (const done of applied.split("\n")) missing.delete(done);
    lagMs = Math.max(lagMs, at - Math.min(at, ...missing.values()));
    if (lagMs >= LAG_MS) ofTheLate++;
    await pause(500);
  }
  await delay("recovery_min_apply_delay: 0", "0");
  console.log(
    `  ${late.length} orders on ${leader}, ${replica} up to ${seconds(lagMs)} behind; visitors saw each after ${seconds(Math.max(...late))} at most`,
  );
  report("it was at least 30 s behind", lagMs >= LAG_MS, true);
  report("the shop noticed, and says so", wasBehind() > before, true);
  report("every order is seen by its buyer at once, and by visitors", isRight, true);
}

/** What an order costs each part, with nothing broken: the figures of docs/scaling.md. */
async function seeCost(): Promise<void> {
  const leader = await cluster.whole();
  const [shop] = shops;
  if (!shop) throw new Error("no shop runs");
  const follower = (await cluster.readCluster()).find(({ role }) => role === "sync_standby")?.name;
  const look = async () => ({
    shop: cpuOf(shop.process.pid ?? 0),
    leader: cluster.cpuOfPostgres(leader),
    follower: follower ? cluster.cpuOfPostgres(follower) : 0,
    log: Number(await cluster.sql(leader, "select pg_current_wal_lsn() - '0/0'")),
    rows: Number(await cluster.sql(leader, "select pg_database_size('shop')")),
  });
  const before = await look();
  const buyers = await startBuyers([shop], 10, 0);
  await pause(COST_MS);
  await buyers.stop();
  const after = await look();
  const orders = buyers.acknowledged.length;
  const each = (name: keyof typeof after) => (after[name] - before[name]) / orders;
  console.log(`  ${orders} orders in ${COST_MS / 1_000} s by ten buyers of one shop, each with its two mails`);
  console.log(
    `  CPU ms for each: shop ${each("shop").toFixed(1)}, leader ${each("leader").toFixed(1)}, synchronous follower ${each("follower").toFixed(1)}`,
  );
  console.log(`  KB for each: log ${(each("log") / 1024).toFixed(1)}, tables ${(each("rows") / 1024).toFixed(1)}`);
  report("cost: orders lost or doubled", await compare(cluster, buyers), { lost: 0, doubled: 0, wrongStock: 0 });
}

function startReaders(url: string, count: number) {
  const answers = new Map<string, number>();
  let isOver = false;
  const read = async (at: number) => {
    const paths = ["/", "/api/trims?limit=20", "/blogs", "/trims"];
    for (let next = at; !isOver; next++) {
      const kind = await ask(url + paths[next % paths.length]).then(
        ({ status }) => String(status),
        (error: NodeJS.ErrnoException) => `cut off (${error.code ?? error.message})`,
      );
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      await pause(50);
    }
  };
  const all = Array.from({ length: count }, (_, at) => read(at));
  return {
    answers,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

type Buyers = Awaited<ReturnType<typeof startBuyers>>;

/** Waits for some more orders, of one shop or of all. */
async function enough({ acknowledged }: Buyers, shop?: string): Promise<void> {
  const count = () => acknowledged.filter((one) => !shop || one.shop === shop).length;
  const goal = count() + 2 * BUYERS;
  await cluster.until(`more orders ${shop ? `in ${shop}` : ""}`, async () => count() >= goal || undefined);
}

async function judge(what: string, buyers: Buyers): Promise<void> {
  console.log(
    `  ${buyers.acknowledged.length} orders acknowledged; other answers: ${[...buyers.others].map(([kind, count]) => `${count} × ${kind}`).join(", ") || "none"}`,
  );
  report(`${what}: acknowledged orders lost or doubled, trims with a wrong stock`, await compare(cluster, buyers), {
    lost: 0,
    doubled: 0,
    wrongStock: 0,
  });
  // Of a shop that was killed, HAProxy says 502, or that the connection was cut.
  const wrong = [...buyers.others.keys()].filter(
    (kind) => kind.startsWith("500") || kind.endsWith("without Retry-After"),
  );
  report("answers other than orders taken, refused, or to be tried again", wrong, []);
  report(
    "shops that are still up",
    shops.filter(({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null).length,
    shops.length,
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function seconds(ms = 0): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function report(what: string, seen: unknown, expected: unknown): void {
  const isAsExpected = JSON.stringify(seen) === JSON.stringify(expected);
  console.log(`${isAsExpected ? "ok  " : "FAIL"} ${what}: ${JSON.stringify(seen)}`);
  if (!isAsExpected) process.exitCode = 1;
}

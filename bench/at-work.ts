// Forty signed-in people at work at once on the built shop, in production mode, with its real limits and the demo's year
// of orders: `npm run build && node bench/at-work.ts [minutes]`. Each does one thing after the other, as their role does
// (bench/at-work-roles.ts), reads in between, and keeps the stream of news open as a page does. Prints how long each kind
// of call took, the longest stall of the shop's event loop, and its memory. Fails if an answer is neither good nor an
// honest "somebody was faster" (409, 412), or if the sums at the end are not a plain count.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { StaffRole } from "#app/contract/staff.ts";
import { insertAccessToken } from "#app/features/identity/sessions.server.ts";
import { sessions } from "#app/features/identity/tables.server.ts";
import { countAnew } from "#app/features/orders/sums/sums.server.ts";
import { type Db, openDb, openPool } from "#app/platform/db/client.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { findWrongMoney, noWrongMoney } from "#test/money-books.ts";
import { signedIn } from "#test/people.ts";
import { engineBelow, freePort, queryShop, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { countPlainly, readSums } from "#test/sums.ts";
import { type Ask, buyerSteps, oneOf, type Person, staffSteps } from "./at-work-roles.ts";
import { cpuMsOf, cpuMsOfServer, memoryMbOf } from "./cpu.ts";

const MINUTES = Number(process.argv[2] ?? 3);
const BUYERS = 26;
const STAFF: readonly [role: StaffRole, count: number][] = [
  ["orders", 4],
  ["warehouse", 4],
  ["accounts", 4],
  ["owner", 1],
  ["catalogue", 1],
];
/** How long somebody reads before the next step. */
const READ_MS = { least: 500, most: 3000 };
const SCRAPE_MS = 5_000;
/** How long the shop rests before its memory is read once more: what is not held any more is given back by then. */
const REST_MS = 60_000;
/** Somebody else was faster: the page says so, and shows what is true now. */
const HONEST = [409, 412];

const folder = mkdtempSync(join(tmpdir(), "rivet-at-work-"));
const metrics = `127.0.0.1:${await freePort()}`;
const settings = { PORT: await freePort(), DATA_DIR: folder, METRICS: metrics, TRUSTED_PROXIES: "127.0.0.1,::1" };
const shop = await startShopProcess({ ...settings, NODE_ENV: "production", DEMO_YEAR: "1" });
const pid = shop.process.pid ?? 0;
const engine = await engineBelow(folder);
const pool = openPool(engine.connection, createLog("silent"), 4);
const db = openDb(pool);
const query = (statement: string) => queryShop<never>(folder, statement);

const times = new Map<string, number[]>();
const refused = new Map<string, number>();
const unforeseen: { name: string; status: number; said: string }[] = [];
let stallMs = 0;
let isOver = false;

try {
  console.log(`Load of the machine before (1, 5, 15 minutes): ${loadavg().map((load) => load.toFixed(1))}`);
  const people = await bringPeople(db);
  const before = readUse();
  const working = people.map(([person, steps]) => work(person, steps));
  const watching = watchStalls();
  await pause(MINUTES * 60_000);
  isOver = true;
  await Promise.all(working);
  await watching;
  report(people.length, before);
  await pause(REST_MS);
  console.log(`Memory of the shop after a rest: ${Math.round(memoryMbOf(pid))} MB`);
  if (unforeseen.length > 0) process.exitCode = 1;
  await checkSums();
} finally {
  await pool.end();
  await stopShopProcess(shop, 60_000);
  rmSync(folder, { recursive: true });
}

/** Buyers who ordered in the demo's year, and staff of each role, each signed in from a network of their own. */
async function bringPeople(db: Db) {
  const { rows } = await pool.query<{ id: string; name: string; email: string }>(
    `select id, name, email from users where role = 'buyer' and email_verified
     order by (select count(*) from orders where user_id = users.id) desc limit ${BUYERS}`,
  );
  const buyers: Omit<Person, "network">[] = [];
  for (const { id, name, email } of rows) {
    const expiresAt = new Date(Date.now() + 24 * 60 * 60_000);
    const [session] = await db
      .insert(sessions)
      .values({ userId: id, token: crypto.randomUUID(), expiresAt })
      .returning();
    buyers.push({ name, email, token: await insertAccessToken(db, session?.id ?? "") });
  }
  const staff = STAFF.flatMap(([role, count]) => Array.from({ length: count }, () => role));
  const members: Omit<Person, "network">[] = [];
  for (const role of staff)
    members.push(await signedIn(db, { role: "admin", staffRoles: [role], name: `Staff ${members.length}` }));
  return [
    ...buyers.map((person) => [person, buyerSteps] as const),
    ...members.map((person, at) => [person, staffSteps[staff[at] ?? "owner"]] as const),
  ].map(([person, steps], at) => [{ ...person, network: `10.1.${at}.7` }, steps] as const);
}

async function work(person: Person, steps: (typeof staffSteps)[StaffRole]): Promise<void> {
  const headers = { authorization: `Bearer ${person.token}`, "x-forwarded-for": person.network };
  const left = new AbortController();
  const news = fetch(`${shop.url}/api/events`, { headers, signal: left.signal })
    .then((stream) => stream.text())
    .catch(() => undefined);
  const ask: Ask = async <Body>(name: string, request: string, body?: object | string) => {
    const [method = "", path = ""] = request.split(" ");
    const start = performance.now();
    const response = await fetch(shop.url + (name === "public page" ? path : `/api${path}`), {
      method,
      headers: {
        ...headers,
        "idempotency-key": crypto.randomUUID(),
        "content-type": typeof body === "string" ? "text/plain" : "application/json",
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const bytes = await response.text();
    times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    if (response.ok)
      return (response.headers.get("content-type")?.includes("json") ? JSON.parse(bytes) : bytes) as Body;
    const { status } = response;
    if (HONEST.includes(status)) refused.set(name, (refused.get(name) ?? 0) + 1);
    else unforeseen.push({ name, status, said: `${request}: ${bytes.slice(0, 300)}` });
    return undefined;
  };
  while (!isOver) {
    const step = oneOf(steps);
    if (step) await step(ask, person);
    await pause(READ_MS.least + Math.random() * (READ_MS.most - READ_MS.least));
  }
  left.abort();
  await news;
}

/** The metrics say the longest stall since they were last read. */
async function watchStalls(): Promise<void> {
  while (!isOver) {
    const text = await (await fetch(`http://${metrics}/metrics`)).text();
    const [, seconds = "0"] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text) ?? [];
    stallMs = Math.max(stallMs, Number(seconds) * 1000);
    await pause(SCRAPE_MS);
  }
}

/** What the shop and its PostgreSQL have used so far. CPU time says what a call costs on a busy machine, too. */
function readUse() {
  return { memory: memoryMbOf(pid), shopMs: cpuMsOf(pid), databaseMs: cpuMsOfServer(engine.pid) };
}

function report(people: number, before: ReturnType<typeof readUse>): void {
  const after = readUse();
  console.log(`Load after: ${loadavg().map((load) => load.toFixed(1))}\n`);
  console.log(
    "| call | times | refused, 409 or 412 | p50 ms | p95 ms | max ms |\n| --- | --: | --: | --: | --: | --: |",
  );
  const row = (name: string, all: readonly number[], honest: number) => {
    const sorted = all.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.ceil((sorted.length - 1) * share)] ?? 0);
    console.log(`| ${name} | ${all.length} | ${honest} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
  };
  for (const [name, all] of [...times].toSorted(([a], [b]) => a.localeCompare(b)))
    row(name, all, refused.get(name) ?? 0);
  const sum = [...refused.values()].reduce((total, count) => total + count, 0);
  row(`all, by ${people} people in ${MINUTES} min`, [...times.values()].flat(), sum);
  console.log(`\nLongest stall of the event loop: ${Math.round(stallMs)} ms`);
  console.log(`Memory of the shop: ${Math.round(before.memory)} MB before, ${Math.round(after.memory)} MB after`);
  const calls = [...times.values()].flat().length;
  const each = (ms: number) => `${(ms / calls).toFixed(1)} ms`;
  const [shopMs, databaseMs] = [after.shopMs - before.shopMs, after.databaseMs - before.databaseMs];
  console.log(`CPU time of a call, on average: ${each(shopMs)} in the shop, ${each(databaseMs)} in PostgreSQL`);
  const kinds = Map.groupBy(unforeseen, ({ name, status }) => `${name} was answered ${status}`);
  for (const [kind, all] of kinds) console.error(`${all.length} × ${kind}, first: ${all[0]?.said}`);
}

/** Rows of money, stock, and the sums of lists and charts. @throws Error when one is not a plain count */
async function checkSums(): Promise<void> {
  await countAnew(db);
  const stock = await query(`
    select id from trims where quantity <> (select coalesce(sum(delta), 0) from stock_movements where trim_id = trims.id)
      - (select coalesce(sum(case when shipping in ('shipped', 'delivered') then coalesce(shipped_pieces, order_quantity)
          else order_quantity end), 0)
        from orders where trim_id = trims.id and review in ('in-review', 'accepted'))`);
  const seen = { ...(await findWrongMoney(query)), stock, sums: await readSums(db) };
  const expected = { ...noWrongMoney, stock: [], sums: await countPlainly(db) };
  for (const key of Object.keys(expected) as (keyof typeof expected)[]) {
    if (isDeepStrictEqual(seen[key], expected[key])) continue;
    throw new Error(`${key}: ${JSON.stringify(seen[key]).slice(0, 1000)}`);
  }
  console.log("Stock, money and sums equal a plain count.");
}

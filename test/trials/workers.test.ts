import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findWrongs, noWrongs, type Query, readPutIn, startBuyers, stockUp, tell } from "../buyers.ts";
import { fillWithDemo } from "../demo-data.ts";
import {
  BUILT,
  engineBelow,
  freePort,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";

// A shop of several processes on its own PostgreSQL, started as systemd does, with a file of settings.
// `KILLS=10 npx vitest run test/trials/workers.test.ts` is the whole experiment, and replaces two processes by three.

const KILLS = Number(process.env.KILLS ?? 1);
const MORE = process.env.KILLS ? 3 : 2;
const BUYERS = 4;
const VISITORS = 6;
/** What a visitor takes to read: the machine must have time to start a process as well. */
const READING_MS = 50;
/** A busy machine is slow to start a process. */
const PATIENCE = { timeout: 90_000 };

let folder: string;
let dataDir: string;
let settings: string;
let metrics: string;
let shop: ShopProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-workers-"));
  dataDir = join(folder, "data");
  await fillWithDemo(dataDir);
  settings = join(folder, "settings.env");
  metrics = `127.0.0.1:${await freePort()}`;
  writeFileSync(settings, "WEB_CONCURRENCY=2\nTIME_ZONE=Europe/Stockholm\n");
  shop = await start();
}, 120_000);
afterAll(async () => {
  await stopShopProcess(shop);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const start = async (more: NodeJS.ProcessEnv = {}) =>
  startShopProcess({ PORT: await freePort(), DATA_DIR: dataDir, LIMITS: "off", METRICS: metrics, ...more }, [
    process.execPath,
    `--env-file=${settings}`,
    BUILT,
  ]);

/** The processes that serve visitors, by their ids. */
function workersOf({ pid }: { pid?: number | undefined }): number[] {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  return ids.filter((id) => readFileSync(`/proc/${id}/cmdline`, "utf8").includes(BUILT));
}

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `)) ?? "";
  return Number(line.slice(name.length + 1));
}

const areServing = (count: number) => expect.poll(() => readMetric("shop_processes"), PATIENCE).toBe(count);

const query: Query = (statement) => queryShop(dataDir, statement);

/** The status of an answer that came whole, or the code of what went wrong. */
function ask(path: string, agent: Agent): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    get(shop.url + path, { agent }, (response) => {
      response
        .on("error", fail)
        .on("end", () => resolve(response.statusCode))
        .resume();
    }).on("error", fail);
  });
}

/** Visitors, half of them on connections that they keep; the returned function ends them and says what they saw. */
function startVisitors() {
  const outcomes: (number | string | undefined)[] = [];
  let isOver = false;
  const visit = async (at: number) => {
    const agent = new Agent({ keepAlive: at % 2 === 0, maxSockets: 1 });
    for (const paths = ["/", "/api/trims?limit=5", "/blogs"]; !isOver; paths.push(paths.shift() ?? "")) {
      outcomes.push(await ask(paths[0] ?? "", agent));
      await pause(READING_MS);
    }
    agent.destroy();
  };
  const visits = Promise.all(Array.from({ length: VISITORS }, (_, at) => visit(at)));
  return async () => {
    isOver = true;
    await visits;
    return outcomes;
  };
}

describe("WEB_CONCURRENCY=2", { timeout: 120_000 + KILLS * 30_000 }, () => {
  it("serves from two processes, and counts what both do as one", async () => {
    await areServing(2);
    const workers = workersOf(shop.process);
    expect(workers).toHaveLength(2);
    const served = `shop_request_duration_seconds_count{method="GET",route="/blogs",status="200"}`;
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask("/blogs", new Agent())));
    expect(outcomes).toEqual(outcomes.map(() => 200));
    expect(await readMetric(served)).toBe(20);
    expect(readdirSync(`/proc/${workers[0]}/task`).length).toBeGreaterThan(1);
  });

  it("replaces a process that is killed under orders: none is lost or doubled", async () => {
    await stockUp(query);
    const putIn = await readPutIn(query);
    await using buyers = await startBuyers(shop.url, { count: BUYERS, isPatient: true });
    const more = async () => {
      const enough = buyers.placed().length + 2 * BUYERS;
      await expect.poll(() => buyers.placed().length, { ...PATIENCE, interval: 5 }).toBeGreaterThan(enough);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await more();
      const [victim = 0] = workersOf(shop.process);
      process.kill(victim, "SIGKILL");
      await expect.poll(() => workersOf(shop.process).includes(victim)).toBe(false);
    }
    await areServing(2);
    await more();
    await buyers.stop();
    expect(await readMetric("shop_process_deaths_total")).toBe(KILLS);
    expect(await findWrongs(query, putIn, buyers)).toEqual(noWrongs);
    if (process.env.KILLS) console.info(`${KILLS} times: ${tell(buyers)}`);
  });

  it("cuts off a visitor whom a killed process had not taken up yet: another process answers at the next try", async () => {
    await areServing(2);
    // Every process reports the same value: the sum tells how many are counted.
    const counted = await readMetric("process_max_fds");
    const [victim = 0] = workersOf(shop.process);
    process.kill(victim, "SIGSTOP");
    const outcomes: Awaited<ReturnType<typeof ask>>[] = [];
    const visits = Array.from({ length: 5 }, async () => outcomes.push(await ask("/", new Agent())));
    await expect.poll(() => outcomes, PATIENCE).toEqual([200, 200, 200, 200]);
    process.kill(victim, "SIGKILL");
    await expect.poll(() => outcomes, PATIENCE).toEqual([200, 200, 200, 200, "ECONNRESET"]);
    await Promise.all(visits);
    expect(await ask("/", new Agent())).toBe(200);
    await areServing(2);
    expect(await readMetric("process_max_fds")).toBe(counted);
  });

  it("turns away the connections that none of its processes has room for, instead of handing them from one to the other", async () => {
    await areServing(2);
    const { port } = new URL(shop.url);
    const [ROOM, MORE_THAN_ROOM] = [2 * 2_000, 50];
    let turnedAway = 0;
    const sockets = Array.from({ length: ROOM + MORE_THAN_ROOM }, () =>
      connect(Number(port), "127.0.0.1")
        .on("error", () => {})
        .on("close", () => turnedAway++),
    );
    const leave = () => sockets.forEach((socket) => void socket.destroy());
    // Another try needs the room, too.
    onTestFinished(leave);
    // Sooner than idle connections are cut off.
    await expect.poll(() => turnedAway, { timeout: 7_000 }).toBeGreaterThanOrEqual(MORE_THAN_ROOM);
    leave();
    await expect.poll(() => ask("/", new Agent()), PATIENCE).toBe(200);
  });

  it("takes up edited settings on SIGHUP without failing a request or forgetting a count", async () => {
    const served = `shop_request_duration_seconds_count{method="GET",route="/blogs",status="200"}`;
    const before = { workers: workersOf(shop.process), count: await readMetric(served) };
    writeFileSync(settings, `WEB_CONCURRENCY=${MORE}\nTIME_ZONE=Asia/Dhaka\nDRAIN_SECONDS=2\n`);
    const end = startVisitors();
    shop.process.kill("SIGHUP");
    await expect.poll(() => workersOf(shop.process).filter((id) => before.workers.includes(id)), PATIENCE).toEqual([]);
    await areServing(MORE);
    const outcomes = await end();
    expect(outcomes.length).toBeGreaterThan(10 * VISITORS);
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
    expect(await readMetric(served)).toBeGreaterThanOrEqual(before.count);
    expect(await (await fetch(`${shop.url}/dashboard/manageorders`)).text()).toContain('data-time-zone="Asia/Dhaka"');
  });

  it("goes on as it is when the edited settings are wrong", async () => {
    const before = workersOf(shop.process);
    writeFileSync(settings, "WEB_CONCURRENCY=3\nTIME_ZONE=Atlantis\n");
    shop.process.kill("SIGHUP");
    await expect.poll(() => shop.said.join(""), PATIENCE).toContain("TIME_ZONE is wrong");
    expect(workersOf(shop.process)).toEqual(before);
    expect(await ask("/", new Agent())).toBe(200);
  });

  it("drains all its processes on SIGTERM, and ends with them and its database", async () => {
    const { pid = 0 } = shop.process;
    const workers = workersOf({ pid });
    const end = startVisitors();
    const code = stopShopProcess(shop);
    await expect.poll(() => ask("/readyz", new Agent()), { interval: 20 }).toBe(503);
    const outcomes = await end();
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
    expect(await code).toBe(0);
    for (const id of workers) expect(() => process.kill(id, 0)).toThrow("ESRCH");
    await expect(engineBelow(dataDir)).rejects.toThrow("no engine runs");
  });

  it("ends with one sentence, and without its database, when the start fails", async () => {
    const holder = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const PORT = String(typeof address === "object" && address?.port);
    try {
      writeFileSync(settings, "WEB_CONCURRENCY=2\n");
      const second = await start({ PORT }).catch(({ cause }: { cause: ShopProcess }) => cause);
      expect(second.process.exitCode).toBe(1);
      expect(second.said.join("").match(/The shop did not start/g)).toHaveLength(1);
      expect(second.said.join("")).toContain(`Port ${PORT} is taken`);
      await expect(engineBelow(dataDir)).rejects.toThrow("no engine runs");
    } finally {
      holder.close();
    }
  });
});

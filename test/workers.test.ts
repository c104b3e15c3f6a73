import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BUILT,
  engineBelow,
  freePort,
  logInAsBuyer,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

// A shop of several processes on its own PostgreSQL, started as systemd does, with a file of settings.

const BUYERS = 6;
const VISITORS = 12;
/** What a visitor takes to read: the machine must have time to start a process as well. */
const READING_MS = 30;

let folder: string;
let dataDir: string;
let settings: string;
let metrics: string;
let shop: ShopProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "rivet-workers-"));
  dataDir = join(folder, "data");
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

const areServing = (count: number) => expect.poll(() => readMetric("shop_processes"), { timeout: 90_000 }).toBe(count);

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

describe("WEB_CONCURRENCY=2", { timeout: 150_000 }, () => {
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
    const trims = await (await fetch(`${shop.url}/api/trims?limit=${BUYERS}`)).json();
    const { token, name, email } = await logInAsBuyer(shop.url);
    const acknowledged = new Map<string, string>();
    let isOver = false;
    // An honest client: what was cut off is sent again with its key.
    const buy = async (trim: { name: string; moq: number }) => {
      for (let key = crypto.randomUUID(); !isOver; ) {
        const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
        const headers = {
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
          "idempotency-key": key,
        };
        const request = { method: "POST", headers, body: JSON.stringify(order) };
        const answer = await fetch(`${shop.url}/api/orders`, request)
          .then((response) => response.json())
          .catch(() => undefined);
        if (!answer?.insertedId) continue;
        acknowledged.set(key, answer.insertedId);
        key = crypto.randomUUID();
      }
    };
    const bought = Promise.all(trims.map(buy));
    for (let kill = 0; kill < 2; kill++) {
      const enough = acknowledged.size + 2 * BUYERS;
      await expect.poll(() => acknowledged.size, { timeout: 30_000, interval: 5 }).toBeGreaterThan(enough);
      const [victim = 0] = workersOf(shop.process);
      process.kill(victim, "SIGKILL");
      await expect.poll(() => workersOf(shop.process).includes(victim)).toBe(false);
    }
    await areServing(2);
    isOver = true;
    await bought;
    expect(await readMetric("shop_process_deaths_total")).toBe(2);
    const rows = await queryShop<{ id: string }>(dataDir, "select id from orders");
    const placed = new Set(rows.map(({ id }) => id));
    expect([...acknowledged.values()].filter((id) => !placed.has(id))).toEqual([]);
    expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
    expect(await queryShop(dataDir, "select 1 from idempotency_keys")).toHaveLength(rows.length);
    const doubled = await queryShop(dataDir, "select answer from idempotency_keys group by answer having count(*) > 1");
    expect(doubled).toEqual([]);
  });

  it("takes up edited settings on SIGHUP without failing a request or forgetting a count", async () => {
    const served = `shop_request_duration_seconds_count{method="GET",route="/blogs",status="200"}`;
    const before = { workers: workersOf(shop.process), count: await readMetric(served) };
    writeFileSync(settings, "WEB_CONCURRENCY=3\nTIME_ZONE=Asia/Dhaka\nDRAIN_SECONDS=2\n");
    const end = startVisitors();
    shop.process.kill("SIGHUP");
    await areServing(3);
    await expect.poll(() => workersOf(shop.process).filter((id) => before.workers.includes(id))).toEqual([]);
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
    await expect.poll(() => shop.said.join("")).toContain("TIME_ZONE is wrong");
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
      writeFileSync(settings, "WEB_CONCURRENCY=3\n");
      // Whoever holds the port answers for it.
      const second = await start({ PORT });
      if (second.process.exitCode === null) await once(second.process, "exit");
      expect(second.process.exitCode).toBe(1);
      expect(second.said.join("").match(/The shop did not start/g)).toHaveLength(1);
      expect(second.said.join("")).toContain(`Port ${PORT} is taken`);
      await expect(engineBelow(dataDir)).rejects.toThrow("no engine runs");
    } finally {
      holder.close();
    }
  });
});

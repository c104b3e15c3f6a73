import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import { fillWithDemo } from "./demo-data.ts";
import {
  databaseUrl,
  engineBelow,
  freePort,
  NPM_START,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

let folder: string;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rivet-health-"));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(settings: NodeJS.ProcessEnv = {}): Promise<ShopProcess> {
  const DATA_DIR = join(folder, "data");
  await fillWithDemo(DATA_DIR);
  const shop = await startShopProcess({ PORT: await freePort(), DATA_DIR, ...settings }, NPM_START);
  ends.push(() => stopShopProcess(shop));
  return shop;
}

/** What a load balancer that waits one second is told; 0 when it is told nothing. */
async function ask({ url }: ShopProcess, path = "/readyz"): Promise<number> {
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  return answer?.status ?? 0;
}

/** Every answer until the first that is `status`. */
async function askUntil(shop: ShopProcess, status: number): Promise<number[]> {
  const heard: number[] = [];
  const next = async () => heard[heard.push(await ask(shop)) - 1];
  await expect.poll(next, { timeout: 60_000, interval: 20 }).toBe(status);
  return heard;
}

/** A visitor on a connection of its own: the status of a whole answer, or what went wrong. */
async function visitOnce(url: string): Promise<number | string> {
  try {
    const answer = await fetch(`${url}/api/trims?limit=5`, { headers: { connection: "close" } });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return String(error);
  }
}

/** PostgreSQL with all its processes. */
async function processesOf(postmaster: number): Promise<number[]> {
  const pids = (await readdir("/proc")).map(Number).filter(Number.isInteger);
  const parentOf = async (pid: number) => {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  };
  const parents = await Promise.all(pids.map(parentOf));
  return [postmaster, ...pids.filter((_, at) => parents[at] === postmaster)];
}

describe("npm start", () => {
  it("is ready, and not for as long as its own database hangs or is dead", async () => {
    const shop = await start();
    expect([await ask(shop), await ask(shop, "/livez")]).toEqual([200, 200]);

    const hanging = await processesOf((await engineBelow(join(folder, "data"))).pid);
    for (const pid of hanging) process.kill(pid, "SIGSTOP");
    const whileHanging = await askUntil(shop, 503);
    expect(await ask(shop, "/livez")).toBe(200);
    for (const pid of hanging) process.kill(pid, "SIGCONT");
    expect([...whileHanging, ...(await askUntil(shop, 200))]).not.toContain(0);

    process.kill((await engineBelow(join(folder, "data"))).pid, "SIGKILL");
    const afterDeath = await askUntil(shop, 503);
    expect([...afterDeath, ...(await askUntil(shop, 200))]).not.toContain(0);
  });

  it("is not ready while an external database is stopped, and ready once it is back", { tags: ["trial"] }, async () => {
    const link = join(folder, "socket");
    const startDatabase = async () => {
      const engine = await startEngine({ dataDir: join(folder, "external"), log: () => {} });
      ends.push(() => engine.stop());
      symlinkSync(engine.connection.host, link);
      return engine;
    };
    const engine = await startDatabase();
    const { connection } = engine;
    const DATABASE_URL = databaseUrl({ ...connection, host: link });
    const shop = await start({ DATABASE_URL, SECRET: "s".repeat(32) });
    expect(await ask(shop)).toBe(200);

    await engine.stop();
    unlinkSync(link);
    expect(await askUntil(shop, 503)).not.toContain(0);
    expect(await ask(shop, "/livez")).toBe(200);
    await startDatabase();
    expect(await askUntil(shop, 200)).not.toContain(0);
  });

  it("answers requests to the machine's address, and keeps a proxy's connections longer than the proxy does", async () => {
    const shop = await start({ APP_ORIGIN: "https://shop.example", DEMO: "1", TRUSTED_PROXIES: "127.0.0.1" });
    const port = new URL(shop.url).port;
    const agent = new Agent({ keepAlive: true });
    ends.push(() => agent.destroy());
    const request = get({ agent, port, path: "/readyz", headers: { host: "10.0.0.7:3000" } });
    const [response] = await once(request, "response");
    response.resume();
    expect(response.statusCode).toBe(200);
    // nginx keeps an idle connection for 60 s, Caddy for 120 s.
    expect(Number(/timeout=(\d+)/.exec(response.headers["keep-alive"])?.[1])).toBeGreaterThan(120);
  });

  it("serves on while it drains, so that a proxy that watches its readiness never meets a closed port", {
    tags: ["trial"],
  }, async () => {
    const shop = await start({ DRAIN_SECONDS: "2" });
    const npm = shop.process;
    const gone = once(npm, "exit");
    const outcomes: (number | string)[] = [];
    let afterSignal = 0;
    let isLeft = false;
    // As a proxy's visitors, for as long as the shop is said to be ready.
    const visit = async () => {
      while (!isLeft) {
        outcomes.push(await visitOnce(shop.url));
        if (npm.killed) afterSignal++;
      }
    };
    const visits = Array.from({ length: 12 }, visit);
    await expect.poll(() => outcomes.length, { timeout: 30_000 }).toBeGreaterThan(50);
    npm.kill("SIGTERM");
    await askUntil(shop, 503);
    isLeft = true;
    await Promise.all(visits);
    expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
    expect(afterSignal).toBeGreaterThan(0);
    expect(await gone).toEqual([0, null]);
  });
});

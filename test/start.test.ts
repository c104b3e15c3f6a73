import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importCatalogue } from "#app/features/catalogue/contract.ts";
import { fillWithDemo } from "./demo-data.ts";
import {
  BUILT,
  engineBelow,
  freePort,
  NPM_START,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

// What a user types: npm, its shell and node, with no setting but the place. `npm run build` comes first, or npm start
// builds here.

let dataDir: string;
let shop: ShopProcess | undefined;
let node: number | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "rivet-start-"));
});
afterEach(async () => {
  if (shop) await stopShopProcess(shop);
  if (node !== undefined && isAlive(node)) process.kill(node, "SIGKILL");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function start(settings: NodeJS.ProcessEnv = {}): Promise<ShopProcess> {
  const PORT = await freePort();
  shop = await startShopProcess({ PORT, DATA_DIR: dataDir, DEMO: undefined, ...settings }, NPM_START);
  node = (await engineBelow(dataDir)).owner;
  return shop;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const CLIENTS = 24;
const PATHS = ["/", "/api/trims?limit=50", "/blogs", "/api/reviews"];

/** The status of an answer that came whole, or the code of what went wrong. */
function ask(url: string, agent: Agent): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    get(url, { agent }, (response) => {
      response
        .on("error", fail)
        .on("end", () => resolve(response.statusCode))
        .resume();
    }).on("error", fail);
  });
}

describe("npm start", () => {
  it("runs the production build of React, whatever is not set", async () => {
    await fillWithDemo(dataDir);
    const { url, said } = await start({ NODE_DEBUG: "module" });
    expect((await fetch(url)).status).toBe(200);
    // Node tells of each file that it runs. Others it only reads, for the names they export.
    const loaded = [...said.join("").matchAll(/^MODULE \d+: load ".*\/(react-dom[\w.-]*)\.js" for/gm)].map(
      ([, name]) => name,
    );
    expect(loaded).toContain("react-dom-server.node.production");
    expect(loaded.filter((name) => name?.includes("development"))).toEqual([]);
  });

  it("opens an empty folder with a year of trade, and leaves it alone from then on", { tags: ["trial"] }, async () => {
    const count = "select count(*)::int as orders, max(created_at)::text as latest from orders";
    const first = await start({ DEMO_YEAR: undefined });
    const [shown] = await queryShop<{ orders: number }>(dataDir, count);
    expect(shown?.orders).toBeGreaterThan(1000);
    await stopShopProcess(first);
    await start({ DEMO_YEAR: undefined });
    expect(await queryShop(dataDir, count)).toEqual([shown]);
  });

  it("compiles its bundle once: the next start takes what V8 has kept of it", { tags: ["trial"] }, async () => {
    await fillWithDemo(dataDir);
    await stopShopProcess(await start());
    const { said } = await start({ NODE_DEBUG_NATIVE: "COMPILE_CACHE" });
    // Node tells of each file whose kept code V8 takes.
    const taken = [...said.join("").matchAll(/cache for .*\/build\/shop\/([\w.]+)-[\w-]+\.js was accepted/g)].map(
      ([, name]) => name,
    );
    expect(taken).toEqual(expect.arrayContaining(["process.server", "shop.server"]));
    // What only some visitors need is loaded for the first of them (docs/decisions/093).
    expect(taken.filter((name) => /^(postal-mime|nodemailer|prom-client|write)$/.test(name ?? ""))).toEqual([]);
    expect(said.join("")).not.toMatch(/cache for .*\/node_modules\/react-router\//);
    if (process.platform === "linux") expect(readFileSync(`/proc/${node}/maps`, "utf8")).not.toMatch(/sharp|vips/);
  });

  it("ends with its shop and its database under load, without cutting a request off", async () => {
    await fillWithDemo(dataDir);
    const { process: npm, url } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const outcomes = { served: 0, afterSignal: 0, cut: [] as unknown[] };
    let signalled = false;
    const client = async (at: number) => {
      for (;;) {
        const outcome = await ask(`${url}${PATHS[at % PATHS.length]}`, agent);
        // Nobody listens any more: this client has not been let in.
        if (outcome === "ECONNREFUSED") return;
        if (outcome !== 200) outcomes.cut.push(outcome);
        outcomes.served++;
        if (signalled) outcomes.afterSignal++;
      }
    };
    const load = Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
    await expect.poll(() => outcomes.served, { timeout: 30_000, interval: 5 }).toBeGreaterThan(10 * CLIENTS);
    const gone = once(npm, "exit");
    signalled = true;
    npm.kill("SIGTERM");
    await load;
    expect(outcomes.cut).toEqual([]);
    expect(outcomes.afterSignal).toBeGreaterThan(0);
    expect(await gone).toEqual([0, null]);
    await expectNothingLeft(url);
  });

  it("ends with its shop and its database when npm gets SIGINT", { tags: ["trial"] }, async () => {
    await fillWithDemo(dataDir);
    const { process: npm, url } = await start();
    const gone = once(npm, "exit");
    npm.kill("SIGINT");
    expect(await gone).toEqual([0, null]);
    await expectNothingLeft(url);
  });

  async function expectNothingLeft(url: string): Promise<void> {
    expect(isAlive(node ?? 0)).toBe(false);
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await expect(engineBelow(dataDir)).rejects.toThrow("no engine runs");
  }
});

describe("a shop that is told to stop while it starts", () => {
  const isMakingFolder = () => readdirSync(dataDir).some((name) => name.startsWith("postgres.init-"));
  const lockFile = () => join(dataDir, "postgres", "postmaster.pid");
  const isStartingDatabase = () => existsSync(lockFile());
  const isMakingTables = () => isStartingDatabase() && readFileSync(lockFile(), "utf8").includes("ready");

  it.each([
    { phase: "makes its folder", isThere: isMakingFolder },
    { phase: "starts its database", isThere: isStartingDatabase },
    { phase: "makes its tables", isThere: isMakingTables },
  ])("says nothing, ends with 0 and leaves no database while it $phase", { tags: ["trial"] }, async ({ isThere }) => {
    const PORT = await freePort();
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT, DATA_DIR: dataDir, DEMO: "1", DEMO_YEAR: "0" };
    const child = spawn(process.execPath, [BUILT], {
      cwd: join(import.meta.dirname, ".."),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (words) => said.push(String(words)));
    await expect.poll(async () => isThere(), { timeout: 60_000, interval: 5 }).toBe(true);
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    expect(await gone).toEqual([0, null]);
    expect(said.join("")).toBe("");
    await expect(engineBelow(dataDir)).rejects.toThrow("no engine runs");
  });
});

it("lets through nginx the largest file that the shop takes, a catalogue, with what a form adds", () => {
  const nginx = readFileSync(join(import.meta.dirname, "../deploy/nginx.conf"), "utf8");
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(nginx) ?? [];
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThanOrEqual(importCatalogue.takes.maxBytes);
});

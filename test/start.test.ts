import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort, NPM_START, pidsOf, type ShopProcess, startShopProcess, stopShopProcess } from "./shop-process.ts";

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
  node = pidsOf(dataDir).node;
  return shop;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("npm start", { timeout: 120_000 }, () => {
  it("runs the production build of React, whatever is not set", async () => {
    const { url, said } = await start({ NODE_DEBUG: "module" });
    expect((await fetch(url)).status).toBe(200);
    // Node tells of each file that it runs. Others it only reads, for the names they export.
    const loaded = [...said.join("").matchAll(/^MODULE \d+: load ".*\/(react-dom[\w.-]*)\.js" for/gm)].map(
      ([, name]) => name,
    );
    expect(loaded).toContain("react-dom-server.node.production");
    expect(loaded.filter((name) => name?.includes("development"))).toEqual([]);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends with its shop and its database when npm gets %s", async (signal) => {
    const { process: npm, url } = await start();
    const gone = once(npm, "exit");
    npm.kill(signal);
    expect(await gone).toEqual([0, null]);
    expect(isAlive(node ?? 0)).toBe(false);
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    expect(() => pidsOf(dataDir)).toThrow("ENOENT");
  });
});

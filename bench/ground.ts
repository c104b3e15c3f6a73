import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, queryShop, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import type { Ground, MeasuredShop } from "./scenario.ts";

const ROOT = join(import.meta.dirname, "..");

/** The command of `npm start` without npm, so that the process is the shop itself. */
export const START: readonly [string, ...string[]] = [
  "sh",
  "-c",
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts.start,
];

export function openGround(): Ground & { close(): Promise<void> } {
  let shared: Promise<MeasuredShop> | undefined;
  return {
    shop() {
      shared ??= openShop();
      return shared;
    },
    openShop,
    async close() {
      await (await shared)?.stop();
    },
  };
}

async function openShop(settings: NodeJS.ProcessEnv = {}): Promise<MeasuredShop> {
  const folder = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), "rivet-bench-"));
  const shop = await startShopProcess({ ...(await measuredSettings(folder)), ...settings }, START);
  return {
    url: shop.url,
    pid: shop.process.pid ?? 0,
    dataDir: folder,
    query: (statement) => queryShop(folder, statement),
    async stop() {
      await stopShopProcess(shop);
      if (!settings.DATA_DIR) rmSync(folder, { recursive: true });
    },
  };
}

/** What a shop under load is started with. Clients may name their network, as through a proxy. */
export async function measuredSettings(dataDir: string) {
  const PATH = `${ROOT}/node_modules/.bin:${process.env.PATH}`;
  return { PATH, PORT: await freePort(), DATA_DIR: dataDir, TRUSTED_PROXIES: "127.0.0.1,::1", LIMITS: "off" };
}

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngine } from "#app/platform/engine/engine.server.ts";
import type { Query } from "#test/buyers.ts";
import {
  databaseUrl,
  engineBelow,
  freePort,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "#test/shop-process.ts";
import { demand } from "./fault.ts";

/** A shop that is killed leaves its PostgreSQL running, for which it would itself wait up to 30 s. */
const STOP_MS = 60_000;

/** Where the database is: the shop's own, or a server that the shop does not look after. */
export type Where = "own" | "external";

/** A running shop on a database that can be broken. */
export type Scene = {
  shop: ShopProcess;
  query: Query;
  /** Stops the shop and starts it with the same settings, at the same address. */
  startAgain: () => Promise<void>;
  /** PostgreSQL's first process at this moment. */
  findPostgres: () => Promise<number>;
  /** The port with the metrics. */
  metrics: string;
};

/**
 * Opens a shop on new data, hands it to `action`, and puts everything away. `below` is where the data is to lie; the shop
 * is started with `settings`.
 */
export async function withScene<Result>(
  where: Where,
  act: (scene: Scene) => Promise<Result>,
  { below, settings = {} }: { below?: string; settings?: NodeJS.ProcessEnv } = {},
): Promise<Result> {
  const folder = mkdtempSync(join(below ?? tmpdir(), "rivet-fault-"));
  const data = join(folder, "data");
  mkdirSync(data);
  const external = where === "external" ? await startEngine({ dataDir: data, log: () => {} }) : undefined;
  try {
    const place = external
      ? { DATABASE_URL: databaseUrl(external.connection), SECRET: "s".repeat(32), DATA_DIR: join(folder, "shop") }
      : { DATA_DIR: data };
    const metrics = `127.0.0.1:${await freePort()}`;
    const all = { PORT: await freePort(), METRICS: metrics, LIMITS: "off", ...place, ...settings };
    let shop = await startShopProcess(all);
    const stop = async () => demand("the shop ended with", await stopShopProcess(shop, STOP_MS), 0);
    let result: Result;
    try {
      result = await act({
        shop,
        metrics,
        startAgain: async () => {
          await stop();
          shop = await startShopProcess(all);
        },
        query: (statement) => queryShop(data, statement),
        findPostgres: async () => (await engineBelow(data)).pid,
      });
    } catch (error) {
      await stopShopProcess(shop, STOP_MS);
      throw error;
    }
    await stop();
    return result;
  } finally {
    await external?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

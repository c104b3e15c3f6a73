import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { fillWithDemo } from "./demo-data.ts";
import { freePort, queryShop, startShopProcess, stopShopProcess } from "./shop-process.ts";

export type KilledShop = Awaited<ReturnType<typeof startKilledShop>>;

/** A demo shop without limits, on data of its own, that a test kills and starts again at the same address. */
export async function startKilledShop() {
  const dataDir = mkdtempSync(join(tmpdir(), "rivet-killed-"));
  await fillWithDemo(dataDir);
  const settings = { PORT: await freePort(), DATA_DIR: dataDir, LIMITS: "off" };
  let shop = await startShopProcess(settings);
  return {
    url: shop.url,
    dataDir,
    port: Number(settings.PORT),
    /** What it has said since it was last started. */
    said: () => shop.said.join(""),
    query: <Row extends pg.QueryResultRow>(statement: string) => queryShop<Row>(dataDir, statement),
    /** `kill -9`, which leaves its PostgreSQL running. Does nothing when it does not run. */
    async kill(): Promise<void> {
      const { process: child } = shop;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
    async start(): Promise<void> {
      shop = await startShopProcess(settings);
    },
    stop: () => stopShopProcess(shop),
    /** Stops it, and removes its data. */
    async remove(): Promise<void> {
      // A PostgreSQL that a kill has left running ends by itself once its data is gone.
      await stopShopProcess(shop);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { test as shared } from "./fixtures.ts";

/** As `test`, in a shop that other journeys do not reach: whoever changes the catalogue or counts people needs one. */
export const test = shared.extend<object, { ownShop: string }>({
  ownShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "rivet-own-"));
      const shop = await startShopProcess({ PORT: await freePort(), DATA_DIR: dataDir });
      await use(shop.url);
      await stopShopProcess(shop);
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  shop: async ({ ownShop }, use) => use(ownShop),
});

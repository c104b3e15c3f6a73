import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fillWithDemo } from "#test/demo-data.ts";
import { dataHome } from "#test/memory.ts";
import { freePort, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { test as shared } from "../fixtures.ts";

/**
 * As `test`, in a shop that other journeys do not reach: whoever changes the catalogue needs one. Files that use it
 * share a shop where they share a worker; one that counts people names its shop with `test.use({ shopName })`. With
 * `shopYear` the shop begins with the demo's year of trade; `shopLimits` is its setting LIMITS.
 */
export const test = shared.extend<
  object,
  { shopName: string; shopYear: boolean; shopLimits: string; ownShop: { url: string; dataDir: string } }
>({
  shopName: ["", { option: true, scope: "worker" }],
  shopYear: [false, { option: true, scope: "worker" }],
  shopLimits: ["", { option: true, scope: "worker" }],
  ownShop: [
    async ({ shopName: _, shopYear, shopLimits }, use) => {
      const dataDir = mkdtempSync(join(dataHome, "rivet-own-"));
      if (!shopYear) await fillWithDemo(dataDir);
      const settings = {
        PORT: await freePort(),
        DATA_DIR: dataDir,
        TRUSTED_PROXIES: "127.0.0.1,::1",
        DEMO_YEAR: shopYear ? "1" : "0",
        LIMITS: shopLimits,
      };
      const shop = await startShopProcess(settings);
      await use({ url: shop.url, dataDir });
      await stopShopProcess(shop);
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // The mails of this shop are read, too, and only while the test runs: others follow in the same worker.
  shop: async ({ ownShop }, use) => {
    const { SHOP_DATA } = process.env;
    process.env.SHOP_DATA = ownShop.dataDir;
    await use(ownShop.url);
    process.env.SHOP_DATA = SHOP_DATA;
  },
});

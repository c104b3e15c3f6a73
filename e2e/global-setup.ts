import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fillWithDemo, keepDemoData } from "#test/demo-data.ts";
import { dataHome } from "#test/memory.ts";
import { freePort, startShopProcess, stopShopProcess } from "#test/shop-process.ts";
import { unpackBrowser } from "./browser.ts";
import { CONTACT } from "./mails.ts";

// All journeys together, from one address, do more in an hour than one person or one network may.
const LIMITS = "order-account=5000/60,order-network=5000/60,review-network=500/60,profile-network=500/60";

/**
 * Starts the built shop once for the run, in demo mode on data of its own; its address is in SHOP_URL, its data in
 * SHOP_DATA.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await unpackBrowser();
  const demoData = keepDemoData();
  const dataDir = mkdtempSync(join(dataHome, "rivet-e2e-"));
  await fillWithDemo(dataDir);
  const shop = await startShopProcess({
    PORT: await freePort(),
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "127.0.0.1,::1",
    CONTACT_EMAIL: CONTACT,
    LIMITS,
  });
  process.env.SHOP_URL = shop.url;
  process.env.SHOP_DATA = dataDir;
  return async () => {
    await stopShopProcess(shop);
    rmSync(dataDir, { recursive: true, force: true });
    demoData.forget();
  };
}

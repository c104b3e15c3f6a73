// @module-tag trial

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWrongBooks, noWrongBooks, startBookkeepers } from "../bookkeepers.ts";
import { findWrongs, noWrongs, type Query, readPutIn, startBuyers, stockUp, tell } from "../buyers.ts";
import { fillWithDemo } from "../demo-data.ts";
import {
  engineBelow,
  freePort,
  NPM_START,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";

/** `OUTAGES=20 npx vitest run …` is the whole experiment. */
const OUTAGES = Number(process.env.OUTAGES ?? 3);
const BUYERS = 12;
const BOOKKEEPERS = 2;

let dataDir: string;
let shop: ShopProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "rivet-outage-"));
  await fillWithDemo(dataDir);
  shop = await startShopProcess({ PORT: await freePort(), DATA_DIR: dataDir, LIMITS: "off" }, NPM_START);
}, 300_000);
afterAll(async () => {
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const query: Query = (statement) => queryShop(dataDir, statement);

const faults: [string, () => unknown][] = [
  [
    "every connection is cut by pg_terminate_backend",
    () =>
      queryShop(
        dataDir,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid()",
      ),
  ],
  ["the database is killed", async () => process.kill((await engineBelow(dataDir)).pid, "SIGKILL")],
];

describe("while orders run", { timeout: 180_000 + OUTAGES * 30_000 }, () => {
  it.each(faults)(`and %s, ${OUTAGES} times, the shop lives, answers 503, and loses nothing`, async (_, strike) => {
    await stockUp(query);
    const putIn = await readPutIn(query);
    await using buyers = await startBuyers(shop.url, { count: BUYERS });
    await using bookkeepers = await startBookkeepers(shop.url, query, { count: BOOKKEEPERS });
    for (let outage = 0; outage < OUTAGES; outage++) {
      const enough = buyers.placed().length + 3 * BUYERS;
      await expect.poll(() => buyers.placed().length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(enough);
      await strike();
    }
    const enough = buyers.placed().length + 3 * BUYERS;
    await expect.poll(() => buyers.placed().length, { timeout: 60_000 }).toBeGreaterThan(enough);
    await buyers.stop();
    await bookkeepers.stop();

    expect(await findWrongs(query, putIn, buyers)).toEqual(noWrongs);
    expect(await findWrongBooks(query, bookkeepers)).toEqual(noWrongBooks);
    // A cut connection would mean that the shop died.
    expect(buyers.answers.filter(({ status }) => status === 0)).toEqual([]);
    expect(shop.process.exitCode).toBeNull();
    expect(shop.said.join("")).not.toContain("[object Object]");
    if (process.env.OUTAGES)
      console.info(`${OUTAGES} times: ${tell(buyers)}, ${bookkeepers.done.length} invoices kept`);
  });
});

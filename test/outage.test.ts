import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  engineBelow,
  freePort,
  logInAsBuyer,
  NPM_START,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "./shop-process.ts";

/** `OUTAGES=20 npx vitest run …` is the whole experiment. */
const OUTAGES = Number(process.env.OUTAGES ?? 3);
const BUYERS = 12;

let dataDir: string;
let shop: ShopProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "rivet-outage-"));
  shop = await startShopProcess({ PORT: await freePort(), DATA_DIR: dataDir, LIMITS: "off" }, NPM_START);
}, 120_000);
afterAll(async () => {
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

type Answer = { status: number; insertedId?: string; retryAfter: string | null | undefined };

/** Buyers who order one thing after the other until they are told to stop. */
async function startBuyers() {
  const { token, name, email } = await logInAsBuyer(shop.url);
  const trims = await (await fetch(`${shop.url}/api/trims`)).json();
  const answers: Answer[] = [];
  let stopped = false;
  let next = 0;
  const buy = async () => {
    while (!stopped) {
      const trim = trims[next++ % trims.length];
      const order = { name, email, phone: "12345", address: "x", productName: trim.name, orderQuantity: trim.moq };
      const response = await fetch(`${shop.url}/api/orders`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(order),
      }).catch(() => undefined);
      const insertedId = (await response?.json().catch(() => undefined))?.insertedId;
      // A cut connection is the shop's death.
      answers.push({ status: response?.status ?? 0, insertedId, retryAfter: response?.headers.get("retry-after") });
      stopped ||= !response;
    }
  };
  const bought = Promise.all(Array.from({ length: BUYERS }, buy));
  return {
    answers,
    placed: () => answers.filter(({ status }) => status === 200),
    async stop() {
      stopped = true;
      await bought;
    },
  };
}

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

describe("while orders run", { timeout: 240_000 }, () => {
  it.each(faults)(`and %s, ${OUTAGES} times, the shop lives, answers 503, and loses nothing`, async (_, strike) => {
    const buyers = await startBuyers();
    for (let outage = 0; outage < OUTAGES; outage++) {
      const enough = buyers.placed().length + 3 * BUYERS;
      await expect.poll(() => buyers.placed().length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(enough);
      await strike();
    }
    const enough = buyers.placed().length + 3 * BUYERS;
    await expect.poll(() => buyers.placed().length, { timeout: 60_000 }).toBeGreaterThan(enough);
    await buyers.stop();

    const refused = buyers.answers.filter(({ status }) => status !== 200 && status !== 409);
    for (const answer of refused) expect(answer).toMatchObject({ status: 503, retryAfter: "1" });
    const kept = new Set((await queryShop<{ id: string }>(dataDir, "select id from orders")).map(({ id }) => id));
    expect(buyers.placed().filter(({ insertedId }) => !kept.has(insertedId ?? ""))).toEqual([]);
    expect(shop.process.exitCode).toBeNull();
    expect(shop.said.join("")).not.toContain("[object Object]");
  });
});

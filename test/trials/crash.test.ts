// @module-tag trial

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWrongs, noWrongs, type Query, readPutIn, startBuyers, stockUp, tell } from "../buyers.ts";
import { fillWithDemo } from "../demo-data.ts";
import {
  freePort,
  logInAsBuyer,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";

/** `KILLS=10 npx vitest run …` is the whole experiment. */
const KILLS = Number(process.env.KILLS ?? 3);
const BUYERS = 4;

let dataDir: string;
let port: string;
let shop: ShopProcess | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "rivet-crash-"));
  await fillWithDemo(dataDir);
  port = await freePort();
});
afterEach(async () => {
  if (shop) await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () => startShopProcess({ PORT: port, DATA_DIR: dataDir, LIMITS: "off" });

const query: Query = (statement) => queryShop(dataDir, statement);

describe("kill -9 of the shop under order load", () => {
  it(`loses no acknowledged order in ${KILLS} kills, doubles none that is sent again, and keeps the stock right`, {
    timeout: 60_000 + KILLS * 60_000,
  }, async () => {
    shop = await start();
    await stockUp(query);
    const putIn = await readPutIn(query);
    await using buyers = await startBuyers(shop.url, { count: BUYERS, isPatient: true });
    const more = async () => {
      const enough = buyers.placed().length + 5;
      await expect.poll(() => buyers.placed().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await more();
      const gone = once(shop.process, "exit");
      shop.process.kill("SIGKILL");
      await gone;
      shop = await start();
    }
    await more();
    await buyers.stop();
    expect(await findWrongs(query, putIn, buyers)).toEqual(noWrongs);
    // The kills met orders under way.
    expect(buyers.answers.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
    if (process.env.KILLS) console.info(`${KILLS} times: ${tell(buyers)}`);
  });
});

describe("two shops", () => {
  it("on one folder: the second says so and leaves the first alone", async () => {
    shop = await start();
    await expect(startShopProcess({ PORT: await freePort(), DATA_DIR: dataDir })).rejects.toThrow(dataDir);
    expect((await fetch(`${shop.url}/api/trims?limit=1`)).status).toBe(200);
  });

  it("on one port: the second says which to write, and its database is stopped", async () => {
    // Whoever holds the port, here no shop, is found only after the database was started. That
    // somebody answers there does not make it this shop.
    const holder = createServer((_, response) => response.end()).listen(Number(port), "127.0.0.1");
    await once(holder, "listening");
    try {
      await expect(start()).rejects.toThrow(`Port ${port} is taken`);
      await expect(query("select 1")).rejects.toThrow("no engine runs");
    } finally {
      holder.close();
    }
  });
});

it("SIGTERM stops the shop and its database cleanly", async () => {
  shop = await start();
  await Promise.all(Array.from({ length: 8 }, () => fetch(`${shop?.url}/api/trims`)));
  expect(await stopShopProcess(shop)).toBe(0);
  expect(shop.said.join("")).not.toContain("was lost");
  await expect(query("select 1")).rejects.toThrow("no engine runs");
});

it("SIGTERM ends a stream for good, though its page asks for the next one at once", async () => {
  shop = await start();
  const { url } = shop;
  const { token } = await logInAsBuyer(url);
  const opened: number[] = [];
  const cut: unknown[] = [];
  const page = async () => {
    for (;;) {
      const answer = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } }).catch(
        () => null,
      );
      // Nobody listens any more.
      if (!answer) return;
      opened.push(answer.status);
      // A stream that the shop cut with its connection fails here.
      await answer.text().catch((error: unknown) => cut.push(error));
    }
  };
  const watching = page();
  await expect.poll(() => opened).toEqual([200]);
  expect(await stopShopProcess(shop)).toBe(0);
  await watching;
  expect(cut).toEqual([]);
  expect(opened.filter((status) => status === 200)).toHaveLength(1);
});

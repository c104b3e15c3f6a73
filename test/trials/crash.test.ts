// @module-tag trial

import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWrongBooks, noWrongBooks, startBookkeepers } from "../bookkeepers.ts";
import { findWrongs, noWrongs, readPutIn, startBuyers, stockUp, tell } from "../buyers.ts";
import { type KilledShop, startKilledShop } from "../killed-shop.ts";
import { freePort, logInAsBuyer, startShopProcess } from "../shop-process.ts";

/** `KILLS=10 npx vitest run …` is the whole experiment. */
const KILLS = Number(process.env.KILLS ?? 3);
const BUYERS = 4;
const BOOKKEEPERS = 2;

let shop: KilledShop;

beforeEach(async () => {
  shop = await startKilledShop();
}, 300_000);
afterEach(() => shop.remove(), 60_000);

describe("kill -9 of the shop under order load", () => {
  it(`loses no acknowledged order or booking in ${KILLS} kills, doubles none that is sent again, and keeps the stock right`, {
    timeout: 60_000 + KILLS * 60_000,
  }, async () => {
    await stockUp(shop.query);
    const putIn = await readPutIn(shop.query);
    await using buyers = await startBuyers(shop.url, { count: BUYERS, isPatient: true });
    await using bookkeepers = await startBookkeepers(shop.url, shop.query, { count: BOOKKEEPERS });
    const more = async () => {
      const enough = buyers.placed().length + 5;
      await expect.poll(() => buyers.placed().length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await more();
      await shop.kill();
      await shop.start();
    }
    await more();
    await buyers.stop();
    await bookkeepers.stop();
    expect(await findWrongs(shop.query, putIn, buyers)).toEqual(noWrongs);
    expect(await findWrongBooks(shop.query, bookkeepers)).toEqual(noWrongBooks);
    // The kills met orders under way.
    expect(buyers.answers.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
    if (process.env.KILLS) console.info(`${KILLS} times: ${tell(buyers)}, ${bookkeepers.done.length} invoices kept`);
  });
});

describe("two shops", () => {
  it("on one folder: the second says so and leaves the first alone", async () => {
    const { dataDir } = shop;
    await expect(startShopProcess({ PORT: await freePort(), DATA_DIR: dataDir })).rejects.toThrow(dataDir);
    expect((await fetch(`${shop.url}/api/trims?limit=1`)).status).toBe(200);
  });

  it("on one port: the second says which to write, and its database is stopped", async () => {
    // Whoever holds the port, here no shop, is found only after the database was started. That
    // somebody answers there does not make it this shop.
    await shop.stop();
    const holder = createServer((_, response) => response.end()).listen(shop.port, "127.0.0.1");
    await once(holder, "listening");
    try {
      await expect(shop.start()).rejects.toThrow(`Port ${shop.port} is taken`);
      await expect(shop.query("select 1")).rejects.toThrow("no engine runs");
    } finally {
      holder.close();
    }
  });
});

it("SIGTERM stops the shop and its database cleanly", async () => {
  await Promise.all(Array.from({ length: 8 }, () => fetch(`${shop.url}/api/trims`)));
  expect(await shop.stop()).toBe(0);
  expect(shop.said()).not.toContain("was lost");
  await expect(shop.query("select 1")).rejects.toThrow("no engine runs");
});

it("SIGTERM ends a stream for good, though its page asks for the next one at once", async () => {
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
  expect(await shop.stop()).toBe(0);
  await watching;
  expect(cut).toEqual([]);
  expect(opened.filter((status) => status === 200)).toHaveLength(1);
});

import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { buildTrim, newOrder } from "#test/builders.ts";
import { silent } from "#test/database.ts";
import { listDeadMails, listDelayedMails, listMails, passDelays } from "#test/mails.ts";
import { call, signedIn } from "#test/people.ts";
import { type SmtpMode, startSmtp } from "#test/smtp.ts";
import { openSmtpTransport } from "./smtp-transport.server.ts";
import { startMailWorker, WORKERS } from "./worker.server.ts";

const BUYERS = 4;
/**
 * Orders for each mode, with one mail each, as many from each buyer. `MAILS=200 npx vitest run …` runs the full
 * experiment and prints its figures.
 */
const MAILS = BUYERS * Math.ceil(Number(process.env.MAILS ?? 20) / BUYERS);
const from = { name: "Rivet & Reed", address: "shop@rivet-and-reed.example" };
const origin = "https://shop.example";

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let shop: TestApp;
let stopWorker: () => Promise<void>;
const p99s = new Map<string, number>();

beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(async () => {
  await stopWorker();
  await smtp.stop();
});

async function startWorker(mode: SmtpMode): Promise<void> {
  const patience = mode === "silent" ? { greetingTimeout: 300 } : {};
  const post = openSmtpTransport({ url: smtp.url, demo: false, connections: WORKERS, from, origin, patience });
  stopWorker = await startMailWorker(shop.connection, post, silent);
}

/** Places `MAILS` orders from several buyers at once. Returns the 99th percentile of their waits, in ms. */
async function placeOrders(): Promise<number> {
  const trim = await buildTrim(shop.db, { moq: 1, quantity: 1_000_000 });
  const waits: number[] = [];
  const buy = async () => {
    const buyer = await signedIn(shop.db);
    for (let count = 0; count < MAILS / BUYERS; count++) {
      const start = performance.now();
      const response = await call(shop, "POST /orders", { as: buyer, body: newOrder(buyer, trim, 1) });
      waits.push(performance.now() - start);
      expect(response.status).toBe(200);
      // The mails are written at once, because orders of one buyer that wait together share a mail.
      await listMails(shop.db);
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buy));
  return waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? 0;
}

const statesOf = async () => [...new Set((await listMails(shop.db)).map(({ state }) => state))].toSorted();
const delaysOf = async () => (await listDelayedMails(shop.db)).map(({ seconds }) => seconds);
const patient = { timeout: 60_000, interval: 100 };

describe("a mail of each order", { timeout: 180_000 }, () => {
  beforeEach(async () => {
    shop = await startTestApp();
  });
  afterAll(() => {
    if (!process.env.MAILS) return;
    const calm = p99s.get("ok") ?? 0;
    for (const [mode, p99] of p99s) {
      console.info(
        `${mode}: p99 of POST /orders ${p99.toFixed(1)} ms, ${(p99 / calm).toFixed(2)} of that without a fault`,
      );
    }
  });

  const expectSent = async (mode: SmtpMode) => {
    await smtp.turn(mode);
    await startWorker(mode);
    p99s.set(mode, await placeOrders());
    await expect.poll(statesOf, patient).toEqual(["completed"]);
    expect(idsReceived()).toEqual(await idsCaused());
    expect(smtp.clashes).toEqual([]);
  };

  it("is sent once", () => expectSent("ok"));
  it("is sent once by a slow server", { tags: ["trial"] }, () => expectSent("slow"));

  describe("waits, longer each time and not all alike, and is sent once when the fault is over", () => {
    const expectWaits = async (mode: SmtpMode) => {
      await smtp.turn(mode);
      await startWorker(mode);
      p99s.set(mode, await placeOrders());
      await expect.poll(statesOf, patient).toEqual(["retry"]);
      expect(smtp.received).toEqual([]);
      const delays = await delaysOf();
      expect(delays).toHaveLength(MAILS);
      expect(Math.max(...delays)).toBeLessThanOrEqual(60);
      expect(new Set(delays.map(Math.round)).size).toBeGreaterThan(3);
      await passDelays(shop.db);
      const repeated = async () => (await listDelayedMails(shop.db)).filter(({ repeats }) => repeats > 0).length;
      await expect.poll(repeated, patient).toBe(MAILS);
      expect(Math.max(...(await delaysOf()))).toBeGreaterThan(60);

      await smtp.turn("ok");
      await passDelays(shop.db);
      await expect.poll(statesOf, patient).toEqual(["completed"]);
      expect(idsReceived()).toEqual(await idsCaused());
      expect(await listDeadMails(shop.db)).toEqual([]);
    };

    it("421", () => expectWaits("421"));
    it.each<SmtpMode>(["down", "silent", "450", "cut"])("%s", { tags: ["trial"] }, expectWaits);
  });

  it("is given up at once with the reason when the server refuses it for good: 550", { tags: ["trial"] }, async () => {
    await smtp.turn("550");
    await startWorker("550");
    p99s.set("550", await placeOrders());
    await expect.poll(statesOf, patient).toEqual(["failed"]);
    const dead = await listDeadMails(shop.db);
    expect(dead.map(({ mail }) => mail).toSorted()).toEqual((await listMails(shop.db)).map(({ id }) => id).toSorted());
    for (const { reason } of dead) expect(reason).toContain("550 No such mailbox");
    expect(smtp.received).toEqual([]);
  });

  it("that was accepted although its answer was lost comes again with the same Message-ID", {
    tags: ["trial"],
  }, async () => {
    await smtp.turn("cut-after-acceptance");
    await startWorker("cut-after-acceptance");
    await placeOrders();
    await expect.poll(statesOf, patient).toEqual(["retry"]);
    await smtp.turn("ok");
    await passDelays(shop.db);
    await expect.poll(statesOf, patient).toEqual(["completed"]);
    const ids = await idsCaused();
    expect(idsReceived()).toEqual([...ids, ...ids].toSorted());
  });
});

const idsReceived = () => smtp.received.map(({ messageId }) => messageId).toSorted();
const idsCaused = async () => (await listMails(shop.db)).map(({ id }) => `<${id}@shop.example>`).toSorted();

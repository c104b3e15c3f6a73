// @module-tag trial

import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type KilledShop, startKilledShop } from "../killed-shop.ts";
import { askShop, engineBelow, logInAsBuyer } from "../shop-process.ts";

/** `KILLS=10 npx vitest run test/trials/crash-sheets.test.ts` is the whole experiment. */
const KILLS = Number(process.env.KILLS ?? 2);
const SENDERS = 3;
const LINES = 20;

let shop: KilledShop;

beforeEach(async () => {
  shop = await startKilledShop();
}, 300_000);
afterEach(() => shop.remove(), 60_000);

const query: KilledShop["query"] = (statement) => shop.query(statement);

type Trim = { _id: string; moq: number };

async function readTrims(url: string): Promise<Trim[]> {
  return (await fetch(`${url}/api/trims?limit=60`)).json();
}

/** Sends a sheet until the shop has time for it. Answers its id, or undefined when the answer was cut off. */
async function send(url: string, buyer: Awaited<ReturnType<typeof logInAsBuyer>>, trims: readonly Trim[]) {
  const { token, name, email } = buyer;
  const lines = trims.map(({ _id, moq }) => ({ trimId: _id, orderQuantity: moq }));
  const body = { name, email, phone: "12345", address: "x", lines };
  const key = crypto.randomUUID();
  for (;;) {
    const said = await askShop(url, "POST /orderSheets", { token, body, key });
    if (said.status === 0) return undefined;
    // Senders share trims: whoever waits too long for one is asked to try again.
    if (said.status === 503) continue;
    expect(said.status).toBe(200);
    return said.body.insertedId as string;
  }
}

/**
 * What is incomplete: sheets without all their orders, orders or events without the rest, stock that does not add up.
 */
async function findWrongs(before: ReadonlyMap<string, number>) {
  const sheets = await query(`select id from order_sheets as sheet where lines <>
    (select count(*) from orders where sheet_id = sheet.id)`);
  const lost = await query(`select id from orders where sheet_id is null
    or sheet_id not in (select id from order_sheets) or id not in (select order_id from order_events)`);
  const events = await query("select id from order_events where order_id not in (select id from orders)");
  // One to the buyer and one to each of staff whose work it is, unless they are still to be written; what was sent has
  // lost its words.
  const mails = await query(`select count(*) from order_sheets
    having (select count(*) from pgboss.job where name = 'mails') <>
      (count(*) - (select count(*) from pending_sheet_notifications))
      * (1 + (select count(*) from users where staff_roles && '{orders,owner}'))`);
  const stock = await query<{ id: string; all: string }>(
    `select trims.id, trims.quantity + coalesce(sum(order_quantity), 0) as all
     from trims left join orders on trim_id = trims.id group by trims.id, trims.quantity`,
  );
  const moved = stock.filter(({ id, all }) => Number(all) !== before.get(id));
  return { sheets, lost, events, mails, moved };
}

const none = { sheets: [], lost: [], events: [], mails: [], moved: [] };

async function readStock() {
  const rows = await query<{ id: string; all: string }>(
    `select trims.id, trims.quantity + coalesce(sum(order_quantity), 0) as all
     from trims left join orders on trim_id = trims.id group by trims.id, trims.quantity`,
  );
  return new Map(rows.map(({ id, all }) => [id, Number(all)]));
}

describe("kill -9 of the shop while order sheets are sent", () => {
  it("after pieces, orders and events are written, but before its mails are left: nothing is left of the sheet", async () => {
    const before = await readStock();
    const buyer = await logInAsBuyer(shop.url);
    const trims = (await readTrims(shop.url)).slice(0, LINES);
    const orders = await query("select id from orders");
    const holder = new pg.Client((await engineBelow(shop.dataDir)).connection);
    await holder.connect();
    // The last table that a sheet writes.
    await holder.query("begin; lock table pending_sheet_notifications in share mode");
    const sending = send(shop.url, buyer, trims);
    const waits = "select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))";
    await expect.poll(async () => (await holder.query(waits)).rowCount, { timeout: 10_000, interval: 5 }).toBe(1);
    await shop.kill();
    expect(await sending).toBeUndefined();
    await holder.end();
    await shop.start();
    expect(await query("select id from orders")).toHaveLength(orders.length);
    expect(await query("select id from order_sheets")).toEqual([]);
    expect(await query("select key from idempotency_keys")).toEqual([]);
    expect(await readStock()).toEqual(before);
  });

  it(`at any moment, ${KILLS} times: each sheet is whole or not there, and none that was acknowledged is lost`, {
    timeout: 60_000 + KILLS * 60_000,
  }, async () => {
    const acknowledged = new Set<string>();
    // No trim sells out, however many kills there are.
    await query("update trims set quantity = 100000000");
    const before = await readStock();
    const old = await query<{ id: string }>("select id from orders");
    for (let round = 0; round < KILLS; round++) {
      const { url } = shop;
      const buyer = await logInAsBuyer(url);
      const trims = await readTrims(url);
      const load = Array.from({ length: SENDERS }, async (_, at) => {
        for (;;) {
          const id = await send(url, buyer, trims.slice(at * 10, at * 10 + LINES).toReversed());
          if (!id) return;
          acknowledged.add(id);
        }
      });
      const enough = acknowledged.size + 2;
      await expect.poll(() => acknowledged.size, { timeout: 30_000, interval: 1 }).toBeGreaterThan(enough);
      await shop.kill();
      await Promise.all(load);
      await shop.start();
    }
    expect(old).toEqual([]);
    expect(await findWrongs(before)).toEqual(none);
    const stored = new Set((await query<{ id: string }>("select id from order_sheets")).map(({ id }) => id));
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    if (process.env.KILLS)
      console.info(`${KILLS} times: ${acknowledged.size} sheets acknowledged, ${stored.size} kept`);
  });
});

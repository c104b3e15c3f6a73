// @module-tag trial

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillWithDemo } from "../demo-data.ts";
import {
  freePort,
  logInAsAdmin,
  logInAsBuyer,
  queryShop,
  type ShopProcess,
  startShopProcess,
  stopShopProcess,
} from "../shop-process.ts";

/** `AT_ONCE=200 npx vitest run test/trials/numbers.test.ts` is a larger run. */
const AT_ONCE = Number(process.env.AT_ONCE ?? 50);
/** After so many answers the shop is killed. The last round ends by itself. */
const KILLED_AFTER = [1, Math.round(AT_ONCE / 5), Math.round(AT_ONCE / 3), undefined];

let dataDir: string;
let port: string;
let shop: ShopProcess;
let admin: string;

async function start() {
  shop = await startShopProcess({ PORT: port, DATA_DIR: dataDir, LIMITS: "off" });
  admin = (await logInAsAdmin(shop.url)).token;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "rivet-numbers-"));
  await fillWithDemo(dataDir);
  port = await freePort();
  await start();
}, 120_000);
afterAll(async () => {
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const query = (statement: string) => queryShop<Record<string, string>>(dataDir, statement);

/** The status is 0 where the answer was cut off. */
async function post(path: string, body: object, key: string, token = admin) {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${token}`,
    "idempotency-key": key,
  };
  const response = await fetch(`${shop.url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  );
  const said = await response?.json().catch(() => undefined);
  return { status: response && said ? response.status : 0, said };
}

/** Orders that are accepted, by their ids. */
async function placeAccepted(): Promise<string[]> {
  const { token, name, email } = await logInAsBuyer(shop.url);
  await query("update trims set quantity = 100000000");
  const [trim] = await (await fetch(`${shop.url}/api/trims?limit=1`)).json();
  const order = { name, email, phone: "12345", address: "Umeå", trimId: trim._id, productName: trim.name };
  const ids: string[] = [];
  for (let at = 0; at < AT_ONCE; at++) {
    const placed = await post("/orders", { ...order, orderQuantity: trim.moq + at }, crypto.randomUUID(), token);
    const id = String(placed.said.insertedId);
    const accepted = { track: "review", from: "in-review", to: "accepted" };
    expect((await post(`/orders/${id}/moves`, accepted, crypto.randomUUID())).status).toBe(200);
    ids.push(id);
  }
  return ids;
}

/** Sends one request for each of these at once, and again what got no good answer, with a kill in the middle of each round. */
async function sendAll(all: readonly string[], request: (one: string) => [path: string, body: object]) {
  const keys = new Map(all.map((one) => [one, crypto.randomUUID()]));
  const acknowledged = new Set<string>();
  let cut = 0;
  for (const most of KILLED_AFTER) {
    const { process: child } = shop;
    const gone = once(child, "exit");
    let answers = 0;
    const left = all.filter((one) => !acknowledged.has(one));
    await Promise.all(
      left.map(async (one) => {
        const [path, body] = request(one);
        const { status } = await post(path, body, keys.get(one) ?? "");
        expect([0, 200, 409, 503]).toContain(status);
        if (status === 0) cut++;
        if (status === 200) acknowledged.add(one);
        if (status !== 0 && ++answers === most) child.kill("SIGKILL");
      }),
    );
    if (most === undefined) continue;
    child.kill("SIGKILL");
    await gone;
    await start();
  }
  return cut;
}

const gaps = (table: string) =>
  query(`select year from ${table} group by year having count(*) <> max(serial) or min(serial) <> 1`);

it(`invoices and credit notes of ${AT_ONCE} at once are numbered without gap, whenever the shop is killed`, {
  timeout: 600_000,
}, async () => {
  const ids = await placeAccepted();
  const cutInvoices = await sendAll(ids, (id) => {
    return [`/orders/${id}/moves`, { track: "payment", from: "pending", to: "invoiced" }];
  });
  const list = `('${ids.join("','")}')`;
  const invoices = await query(
    `select number, order_id as "order" from invoices join invoiced_orders on invoice_id = id where order_id in ${list}`,
  );
  // Each has one number, and none that was acknowledged is lost.
  expect(invoices.map(({ order }) => order).toSorted()).toEqual(ids.toSorted());
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(AT_ONCE);
  expect(await gaps("invoices")).toEqual([]);

  const cutNotes = await sendAll(
    invoices.map(({ number = "" }) => number),
    (invoice) => ["/creditNotes", { invoice, reason: "Bent" }],
  );
  const notes = await query(`select number, order_id as "order" from credit_notes where order_id in ${list}`);
  expect(notes.map(({ order }) => order).toSorted()).toEqual(ids.toSorted());
  expect(new Set(notes.map(({ number }) => number)).size).toBe(AT_ONCE);
  expect(await gaps("credit_notes")).toEqual([]);
  for (const table of ["invoice_counters", "credit_note_counters"]) {
    const documents = table === "invoice_counters" ? "invoices" : "credit_notes";
    const counted = `select year, last from ${table} where last <> (select max(serial) from ${documents} where year = ${table}.year)`;
    expect(await query(counted)).toEqual([]);
  }
  // The kills met requests under way.
  expect(cutInvoices).toBeGreaterThan(0);
  expect(cutNotes).toBeGreaterThan(0);
});

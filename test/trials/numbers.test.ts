// @module-tag trial

import { afterAll, beforeAll, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { type KilledShop, startKilledShop } from "../killed-shop.ts";
import { findWrongMoney, noWrongMoney } from "../money-books.ts";
import { askShop, logInAsAdmin, logInAsBuyer } from "../shop-process.ts";

/** `AT_ONCE=200 npx vitest run test/trials/numbers.test.ts` is a larger run. */
const AT_ONCE = Number(process.env.AT_ONCE ?? 50);
/** After so many answers the shop is killed. */
const KILLED_AFTER = [1, Math.round(AT_ONCE / 5), Math.round(AT_ONCE / 3)];
/** How often what a busy shop answers 503 is sent once more. */
const MOST_ROUNDS = 50;

let shop: KilledShop;
let admin: string;

beforeAll(async () => {
  shop = await startKilledShop();
  admin = (await logInAsAdmin(shop.url)).token;
}, 300_000);
afterAll(() => shop.remove(), 60_000);

const query = (statement: string) => shop.query<Record<string, string>>(statement);

const post = (path: string, body: object, key: string = crypto.randomUUID(), token = admin) =>
  askShop(shop.url, `POST ${path}`, { token, body, key });

/** Orders that are accepted, by their ids. */
async function placeAccepted(): Promise<string[]> {
  const { token, name, email } = await logInAsBuyer(shop.url);
  await query("update trims set quantity = 100000000");
  const [trim] = await (await fetch(`${shop.url}/api/trims?limit=1`)).json();
  const order = { name, email, phone: "12345", address: "Umeå", trimId: trim._id, productName: trim.name };
  const ids: string[] = [];
  for (let at = 0; at < AT_ONCE; at++) {
    const placed = await post("/orders", { ...order, orderQuantity: trim.moq + at }, undefined, token);
    const id = String(placed.body.insertedId);
    const accepted = { track: "review", from: "in-review", to: "accepted" };
    expect((await post(`/orders/${id}/moves`, accepted)).status).toBe(200);
    ids.push(id);
  }
  return ids;
}

/** Sends one request for each of these at once, and again what got no good answer, with a kill in the middle of the first rounds. */
async function sendAll(
  all: readonly string[],
  request: (one: string) => [path: string, body: object],
  good: readonly number[] = [],
) {
  const keys = new Map(all.map((one) => [one, crypto.randomUUID()]));
  const acknowledged = new Set<string>();
  let cut = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const most = KILLED_AFTER[round];
    let answers = 0;
    const left = all.filter((one) => !acknowledged.has(one));
    if (left.length === 0) break;
    await Promise.all(
      left.map(async (one) => {
        const [path, body] = request(one);
        const { status } = await post(path, body, keys.get(one) ?? "");
        expect([0, 200, 409, 503]).toContain(status);
        if (status === 0) cut++;
        if (status === 200 || good.includes(status)) acknowledged.add(one);
        if (status !== 0 && ++answers === most) await shop.kill();
      }),
    );
    if (most === undefined) continue;
    await shop.kill();
    await shop.start();
    admin = (await logInAsAdmin(shop.url)).token;
  }
  return cut;
}

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

  const cutNotes = await sendAll(
    invoices.map(({ number = "" }) => number),
    (invoice) => ["/creditNotes", { invoice, reason: "Bent" }],
  );
  const notes = await query(`select number, order_id as "order" from credit_notes where order_id in ${list}`);
  expect(notes.map(({ order }) => order).toSorted()).toEqual(ids.toSorted());
  expect(new Set(notes.map(({ number }) => number)).size).toBe(AT_ONCE);
  expect(await findWrongMoney(shop.query)).toEqual(noWrongMoney);
  // The kills met requests under way.
  expect(cutInvoices).toBeGreaterThan(0);
  expect(cutNotes).toBeGreaterThan(0);
});

it(`payments, lines of the bank and reminders of ${AT_ONCE} at once are each booked once, whenever the shop is killed`, {
  timeout: 600_000,
}, async () => {
  const ids = await placeAccepted();
  for (const id of ids) {
    const invoiced = { track: "payment", from: "pending", to: "invoiced" };
    expect((await post(`/orders/${id}/moves`, invoiced)).status).toBe(200);
  }
  const list = `('${ids.join("','")}')`;
  const bills = await query(
    `select number, amount from invoices join invoiced_orders on invoice_id = id where order_id in ${list}`,
  );
  const [numbers, amounts] = [
    bills.map(({ number = "" }) => number),
    new Map(bills.map(({ number = "", amount = "" }) => [number, amount])),
  ];
  const today = dayAt(new Date(), "UTC");

  // All are of one buyer: whoever comes first reminds of all of them, in one mail.
  const cutReminders = await sendAll(numbers, () => ["/reminders", { invoices: numbers }], [409]);
  const reminded = await query(`select mail, count(*) from reminders group by mail`);
  expect(reminded.map(({ count }) => count)).toEqual([String(AT_ONCE)]);

  const cutPayments = await sendAll(numbers, (invoice) => ["/payments", { invoice, amount: "0.01", day: today }]);
  const cutLines = await sendAll(numbers, (number) => {
    const open = (Number(amounts.get(number)) - 0.01).toFixed(2);
    const line = { day: today, amount: open, text: number, nth: 1, invoices: [{ number, open }] };
    return ["/bankLines", { lines: [line] }];
  });
  const paid = await query(`
    select number, count(*), sum(payments.amount) as amount from payments join invoices on invoices.id = invoice_id
    where payments.order_id in ${list} group by number`);
  expect(paid.map(({ count }) => count)).toEqual(numbers.map(() => "2"));
  expect(new Map(paid.map(({ number = "", amount = "" }) => [number, amount]))).toEqual(amounts);
  expect(await query(`select id from orders where id in ${list} and payment <> 'paid'`)).toEqual([]);
  expect(await findWrongMoney(shop.query)).toEqual(noWrongMoney);
  for (const cut of [cutReminders, cutPayments, cutLines]) expect(cut).toBeGreaterThan(0);
});

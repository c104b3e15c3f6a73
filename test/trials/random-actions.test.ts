// @module-tag trial

import { afterAll, beforeAll, expect, it } from "vitest";
import { dayAt } from "#app/contract/calendar.ts";
import { type KilledShop, startKilledShop } from "../killed-shop.ts";
import { findWrongMoney, noWrongMoney } from "../money-books.ts";
import { askShop, logInAsAdmin, logInAsBuyer, type Said } from "../shop-process.ts";

/** `ACTIONS=300 npx vitest run test/trials/random-actions.test.ts` is a short run. */
const ACTIONS = Number(process.env.ACTIONS ?? 5_000);
const AT_ONCE = 8;

let shop: KilledShop;
let tokens: { admin: string; buyer: Awaited<ReturnType<typeof logInAsBuyer>> };

async function logIn() {
  tokens = { admin: (await logInAsAdmin(shop.url)).token, buyer: await logInAsBuyer(shop.url) };
}

beforeAll(async () => {
  shop = await startKilledShop();
  await logIn();
}, 300_000);
afterAll(() => shop.remove(), 60_000);

/** Undefined when the shop was killed meanwhile. */
async function ask(request: string, body?: object, as: "admin" | "buyer" = "admin"): Promise<Said | undefined> {
  const said = await askShop(shop.url, request, { token: as === "admin" ? tokens.admin : tokens.buyer.token, body });
  return said.status === 0 ? undefined : said;
}

const today = dayAt(new Date(), "UTC");
const sum = () => `${upTo(9) - 1}.${upTo(89) + 9}`;
/** What is done to an invoice, if there is one. */
const onInvoice = (billed: Order["billed"], act: (invoice: string) => Promise<Said | undefined>) =>
  billed ? act(billed.invoice) : Promise.resolve(undefined);

const pick = <One>(from: readonly One[]): One | undefined => from[Math.floor(Math.random() * from.length)];
const upTo = (most: number) => 1 + Math.floor(Math.random() * Math.max(1, most));

type Order = {
  _id: string;
  number: number;
  version: number;
  sheetNumber: number | null;
  orderQuantity: number;
  shippedPieces: number;
  billed: { invoice: string } | null;
  stepBack: { track: string; from: string; to: string } | null;
};
type Trim = { _id: string; name: string; moq: number };

const placed: string[] = [];

const place = (trim: Trim) => {
  const { name, email } = tokens.buyer;
  const of = { trimId: trim._id, productName: trim.name, orderQuantity: trim.moq + upTo(200) };
  return ask("POST /orders", { name, email, phone: "12345", address: "Umeå", ...of }, "buyer");
};

async function placeSheet(trims: readonly Trim[]) {
  const { name, email } = tokens.buyer;
  const lines = trims.slice(0, 3).map(({ _id, moq }) => ({ trimId: _id, orderQuantity: moq + upTo(200) }));
  const answer = await ask("POST /orderSheets", { name, email, phone: "12345", address: "Umeå", lines }, "buyer");
  placed.push(...((answer?.body.orderIds as string[] | undefined) ?? []));
  return answer;
}

const move = (id: string, track: string, from: string, to: string, more = {}) =>
  ask(`POST /orders/${id}/moves`, { track, from, to, ...more });

/** What people do to an order. Some of it is refused, which changes nothing. */
const actions: ((order: Order) => Promise<Said | undefined>)[] = [
  ({ _id }) => move(_id, "review", "in-review", "accepted"),
  ({ _id }) => move(_id, "review", "in-review", "accepted"),
  ({ _id }) => move(_id, "review", "in-review", "declined", { note: "The die is worn.", noteFor: "buyer" }),
  ({ _id }) => move(_id, "shipping", "pending", "in-production"),
  ({ _id }) => move(_id, "shipping", "in-production", "packed"),
  ({ _id }) => move(_id, "shipping", "pending", "packed"),
  ({ _id }) => move(_id, "shipping", "partly-shipped", "shipped"),
  ({ _id }) => move(_id, "shipping", "shipped", "delivered"),
  ({ _id }) => move(_id, "payment", "pending", "invoiced"),
  ({ _id }) => move(_id, "payment", "pending", "invoiced"),
  ({ _id }) => move(_id, "payment", "invoiced", "paid"),
  ({ _id }) => move(_id, "payment", "paid", "refunded"),
  ({ _id, stepBack }) =>
    move(_id, stepBack?.track ?? "review", stepBack?.from ?? "declined", stepBack?.to ?? "in-review"),
  ({ _id, version, orderQuantity }) =>
    ask(`PATCH /orders/${_id}`, { version, orderQuantity: Math.max(1, orderQuantity + upTo(120) - 60) }),
  ({ _id, version }) => ask(`PATCH /orders/${_id}`, { version, setPrice: "0.0300", reason: "Agreed" }),
  ({ _id, orderQuantity, shippedPieces: before }) =>
    ask("POST /deliveries", { lines: [{ order: _id, pieces: upTo((orderQuantity - before) / 2), before }] }),
  ({ _id, orderQuantity, shippedPieces: before }) =>
    ask("POST /deliveries", { lines: [{ order: _id, pieces: upTo(orderQuantity * 1.1), before, isLast: true }] }),
  ({ _id, shippedPieces: before }) => ask(`POST /orders/${_id}/closings`, { before: Math.max(1, before) }),
  ({ _id }) => ask(`PUT /orders/${_id}/tolerance`, { tolerance: upTo(10) }),
  ({ _id }) => ask(`DELETE /orders/${_id}`, {}),
  ({ _id, version, sheetNumber }) =>
    ask(sheetNumber === null ? `POST /orders/${_id}/charges` : `POST /orderSheets/${sheetNumber}/charges`, {
      ...{ version, kind: pick(["freight", "discount"]), amount: `${upTo(3)}.${upTo(8)}0`, reason: "Agreed" },
    }),
  ({ billed }) =>
    billed ? ask("POST /creditNotes", { invoice: billed.invoice, reason: "Damaged" }) : Promise.resolve(undefined),
  // Money, on the order's invoice or as its deposit.
  ({ number, billed }) =>
    ask("POST /payments", { invoice: billed?.invoice ?? `No. ${number}`, amount: sum(), day: today }),
  ({ number, billed }) => ask("POST /allocations", { invoice: billed?.invoice ?? `No. ${number}`, amount: sum() }),
  ({ number, billed }) => {
    const from = pick(["invoice", "credit"]);
    const invoice = billed?.invoice ?? `No. ${number}`;
    return ask("POST /refunds", { invoice, from, amount: sum(), day: today, reason: "Wanted back" });
  },
  ({ billed }) => onInvoice(billed, (invoice) => ask("POST /writeOffs", { invoice, amount: sum(), reason: "Charges" })),
  ({ billed }) => onInvoice(billed, (invoice) => ask("POST /reminders", { invoices: [invoice] })),
  ({ billed }) =>
    onInvoice(billed, async (invoice) => {
      const found = await ask(`GET /invoices/${invoice}`);
      const open = String(found?.body.open ?? "1.00");
      const line = { day: today, amount: pick([open.replace("-", ""), sum()]), text: invoice, nth: upTo(3) };
      return ask("POST /bankLines", { lines: [{ ...line, invoices: [{ number: invoice, open }] }] });
    }),
  ({ billed }) =>
    onInvoice(billed, async (invoice) => {
      const found = await ask(`GET /invoices/${invoice}`);
      const entry = pick((found?.body.entries as { _id: string }[] | undefined) ?? []);
      return entry && ask("POST /reversals", { booking: entry._id, reason: "Of another" });
    }),
];

async function actOnce(trims: readonly Trim[]): Promise<Said | undefined> {
  const chance = Math.random();
  const trim = pick(trims);
  if (trim && (placed.length < 20 || chance < 0.08)) {
    const answer = await place(trim);
    if (answer?.status === 200) placed.push(String(answer.body.insertedId));
    return answer;
  }
  if (chance < 0.11) return placeSheet(trims.toSorted(() => Math.random() - 0.5));
  // Mostly late ones, so that several people meet at the same order.
  const id = pick(chance < 0.7 ? placed.slice(-25) : placed);
  const read = await ask(`GET /orders/${id}`);
  if (read?.status !== 200) return read;
  const order = read.body as unknown as Order;
  return pick(actions)?.(order);
}

const query = (statement: string) => shop.query<Record<string, string>>(statement);

it(`${ACTIONS} random actions at once, and a kill in the middle: stock and money are a plain count of their rows`, async () => {
  const trims: Trim[] = await (await fetch(`${shop.url}/api/trims?limit=6`)).json();
  for (const { _id } of trims) await ask(`PATCH /trims/${_id}`, { restock: 20_000 });
  const statuses = new Map<number, number>();
  let left = ACTIONS;
  let restarted: Promise<void> | undefined;
  const work = async () => {
    while (left-- > 0) {
      if (left === Math.floor(ACTIONS / 2)) restarted = shop.kill().then(shop.start).then(logIn);
      await restarted;
      const answer = await actOnce(trims);
      if (!answer) continue;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const isExpected = [200, 400, 404, 409, 412, 503].includes(answer.status);
      expect(isExpected, JSON.stringify(answer)).toBe(true);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.info(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}, orders: ${placed.length}`);
  expect(statuses.get(200)).toBeGreaterThan(ACTIONS / 10);

  const stock = await query(`
      select id from trims where quantity <> (select coalesce(sum(delta), 0) from stock_movements where trim_id = trims.id)
        - (select coalesce(sum(case when shipping in ('shipped', 'delivered') then coalesce(shipped_pieces, order_quantity)
            else order_quantity end), 0)
          from orders where trim_id = trims.id and review in ('in-review', 'accepted'))`);
  expect(stock).toEqual([]);

  const delivered = await query(`
      select number, shipped_pieces from orders where coalesce(shipped_pieces, 0) <>
        (select coalesce(sum(pieces), 0) from delivery_lines where order_id = orders.id)`);
  expect(delivered).toEqual([]);

  expect(await findWrongMoney(shop.query)).toEqual(noWrongMoney);
}, 1_800_000);

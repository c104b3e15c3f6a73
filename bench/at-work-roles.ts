import { dayAt } from "#app/contract/calendar.ts";
import type { StaffRole } from "#app/contract/staff.ts";
import type { Invoice } from "#app/features/money/invoices.contract.ts";
import type { Order, OrderStory } from "#app/features/orders/contract.ts";

// What people do at work: each step is what one click or two cause, and works on what its lists show at that moment.

export type Person = { name: string; email: string; token: string; network: string };

/** Asks as a person, and notes how long it took under `name`. Undefined unless the answer is good. */
export type Ask = <Body = unknown>(name: string, request: string, body?: object | string) => Promise<Body | undefined>;

/** One thing that somebody does. */
type Step = (ask: Ask, person: Person) => Promise<unknown>;

const today = dayAt(new Date(), "UTC");
const below = (count: number) => Math.floor(Math.random() * count);
export const oneOf = <Value>(values: readonly Value[]): Value | undefined => values[below(values.length)];
const some = <Value>(values: readonly Value[], most: number) => values.slice(0, 1 + below(most));

type Trim = { _id: string; name: string; moq: number; quantity: number };

const words = ["brass", "rivet", "button", "Norrland", "denim", "4500", "ring", "label", "S-12", "2026-000"];
const search: Step = (ask) => ask("search, Ctrl+K", `GET /search?q=${encodeURIComponent(oneOf(words) ?? "")}`);

const find = (ask: Ask, query: string) => ask<Order[]>("list of orders", `GET /allOrders?limit=25&${query}`);
const open = (ask: Ask, id: string) => ask<OrderStory>("page of an order", `GET /orders/${id}`);
const findOwn = (ask: Ask, { email }: Person) =>
  ask<Order[]>("My Orders", `GET /orders?limit=25&email=${encodeURIComponent(email)}`);

async function pickTrims(ask: Ask, count: number): Promise<Trim[]> {
  const listed = await ask<Trim[]>(
    "catalogue",
    `GET /trims?limit=24&inStock=1&q=${oneOf(["brass", "rivet", "button"])}`,
  );
  const inStock = (listed ?? []).filter(({ moq, quantity }) => quantity >= moq);
  return inStock.toSorted(() => Math.random() - 0.5).slice(0, count);
}

const contact = ({ name, email }: Person) => ({ name, email, phone: "0046855512080", address: "Vävaregatan 14, Umeå" });

/** Buyers look more often than they order. */
export const buyerSteps: readonly Step[] = [
  search,
  findOwn,
  (ask) => ask("public page", `GET ${oneOf(["/", "/trims", "/trims?q=brass", "/trims?line=buttons"])}`),
  (ask) => ask("statement", "GET /statement"),
  (ask) => ask("PDF: statement", "GET /statement.pdf"),
  async (ask, person) => {
    const order = oneOf((await findOwn(ask, person)) ?? []);
    if (order) await open(ask, order._id);
  },
  async (ask, person) => {
    const order = oneOf((await findOwn(ask, person)) ?? []);
    if (order) await ask("PDF: confirmation", `GET /orders/${order._id}/confirmation.pdf`);
  },
  async (ask, person) => {
    const [trim] = await pickTrims(ask, 1);
    if (!trim) return;
    const goods = { trimId: trim._id, productName: trim.name, orderQuantity: trim.moq };
    await ask("place an order", "POST /orders", { ...contact(person), ...goods });
  },
  async (ask, person) => {
    const lines = (await pickTrims(ask, 5)).map(({ _id, moq }) => ({ trimId: _id, orderQuantity: moq }));
    if (lines.length > 0) await ask("send an order sheet", "POST /orderSheets", { ...contact(person), lines });
  },
  async (ask, person) => {
    const own = (await findOwn(ask, person)) ?? [];
    const order = oneOf(own.filter(({ shipping }) => shipping === "delivered"));
    const found = order && (await ask<{ most: number }>("claims of an order", `GET /orders/${order._id}/claims`));
    if (!order || !found?.most) return;
    const claim = { kind: "damaged", pieces: 1, wants: "credit", words: "The plating comes off." };
    await ask("claim", `POST /orders/${order._id}/claims`, claim);
  },
  async (ask, person) => {
    const order = oneOf(((await findOwn(ask, person)) ?? []).filter(({ review }) => review === "in-review"));
    if (order) await ask("cancel an order", `DELETE /orders/${order._id}`);
  },
];

const lookAtOrders: Step = async (ask) => {
  const [orders] = await Promise.all([find(ask, "state=in-review"), ask("counts of the tabs", "GET /orderCounts")]);
  const order = oneOf(orders ?? []);
  if (order) await open(ask, order._id);
};
const move = (ask: Ask, name: string, id: string, body: object) => ask(name, `POST /orders/${id}/moves`, body);

const ordersSteps: readonly Step[] = [
  search,
  lookAtOrders,
  (ask) => find(ask, `q=${oneOf(words)}`),
  async (ask) => {
    for (const { _id } of some((await find(ask, "state=in-review&sort=oldest")) ?? [], 3))
      await move(ask, "accept", _id, { track: "review", from: "in-review", to: "accepted" });
  },
  async (ask) => {
    const all = await find(ask, "state=in-review");
    const orders = some(all ?? [], 8).map(({ _id, review: from }) => ({ id: _id, from }));
    const ids = orders.map(({ id }) => id);
    if (ids.length > 0)
      await ask("accept many", "POST /orderMoves", { ids, track: "review", to: "accepted", from: "in-review" });
  },
  async (ask) => {
    const order = oneOf((await find(ask, "state=in-review")) ?? []);
    const story = order && (await open(ask, order._id));
    if (!story) return;
    const change = { version: story.version, setPrice: "0.0900", reason: "Agreed" };
    await ask("change a price", `PATCH /orders/${story._id}`, change);
  },
];

const warehouseSteps: readonly Step[] = [
  search,
  async (ask) => {
    const ids = some((await find(ask, "state=accepted&state=pending&sort=wanted")) ?? [], 6).map(({ _id }) => _id);
    if (ids.length === 0) return;
    const run = await ask<{ insertedId: string }>("mark a pick list", "POST /printRuns", { kind: "pick", ids });
    if (run) await ask("PDF: pick list", `GET /printRuns/${run.insertedId}/list.pdf`);
  },
  async (ask) => {
    for (const { _id } of some((await find(ask, "state=accepted&state=pending")) ?? [], 3))
      await move(ask, "pack", _id, { track: "shipping", from: "pending", to: "packed" });
  },
  async (ask) => {
    const order = oneOf((await find(ask, "state=accepted&state=packed")) ?? []);
    const story = order && (await open(ask, order._id));
    if (!story) return;
    const { _id, orderQuantity, shippedPieces: before } = story;
    const lines = [{ order: _id, pieces: orderQuantity - (before ?? 0), before: before ?? 0 }];
    await ask("ship", "POST /deliveries", { lines, carrier: "DHL", trackingNumber: String(below(1e9)) });
  },
  async (ask) => {
    const order = oneOf((await find(ask, "state=shipped")) ?? []);
    if (order) await move(ask, "delivered", order._id, { track: "shipping", from: "shipped", to: "delivered" });
  },
];

const findInvoices = (ask: Ask, query: string) => ask<Invoice[]>("list of invoices", `GET /invoices?limit=25&${query}`);
type Statement = { lines: { day: string; amount: string; text: string; nth: number; invoices: string[] }[] };

const accountsSteps: readonly Step[] = [
  search,
  async (ask) => {
    await Promise.all([
      findInvoices(ask, `sort=${oneOf(["due", "-open", "buyer"])}`),
      ask("what is owed", "GET /invoiceSums"),
    ]);
  },
  async (ask) => {
    const invoice = oneOf((await findInvoices(ask, "")) ?? []);
    if (!invoice) return;
    await ask("page of an invoice", `GET /invoices/${invoice.number}`);
    await ask("PDF: invoice", `GET /invoices/${invoice.number}/invoice.pdf`);
  },
  async (ask) => {
    for (const { _id } of some((await find(ask, "state=uninvoiced")) ?? [], 3))
      await move(ask, "issue an invoice", _id, { track: "payment", from: "pending", to: "invoiced" });
  },
  async (ask) => {
    const owed = some((await findInvoices(ask, "state=open")) ?? [], 12);
    const pasted = owed.map(({ number, open }) => `${today};${open};Transfer ${number} ${below(1e6)}`).join("\n");
    if (!pasted) return;
    const read = await ask<Statement>("read a bank statement", "POST /bankStatements", `Day;Amount;Text\n${pasted}\n`);
    const rests = new Map(owed.map(({ number, open }) => [number, open]));
    const lines = (read?.lines ?? [])
      .filter(({ invoices: [number = ""] }) => rests.has(number))
      .map(({ day, amount, text, nth, invoices: [number = ""] }) => {
        return { day, amount, text, nth, invoices: [{ number, open: rests.get(number) }] };
      });
    if (lines.length > 0) await ask("book bank lines", "POST /bankLines", { lines });
  },
  async (ask) => {
    const invoice = oneOf((await findInvoices(ask, "state=open")) ?? []);
    if (!invoice) return;
    const body = { invoice: invoice.number, amount: "1.00", day: today, open: invoice.open };
    await ask("book a payment", "POST /payments", body);
  },
  async (ask) => {
    const invoice = oneOf((await findInvoices(ask, "state=open")) ?? []);
    if (invoice) await ask("remind", "POST /reminders", { invoices: [invoice.number] });
  },
  async (ask) => {
    const invoice = oneOf((await findInvoices(ask, "state=partly-paid")) ?? []);
    if (invoice) await ask("credit", "POST /creditNotes", { invoice: invoice.number, reason: "Bent" });
  },
  (ask) => ask("export for the accountant", `GET /accounts.csv?from=${today.slice(0, 7)}-01&to=${today}`),
];

const lookAtDesk: Step = async (ask) => {
  await Promise.all([ask("dashboard of staff", "GET /adminDashboard"), ask("sales", "GET /sales")]);
};

export const staffSteps: Record<StaffRole, readonly Step[]> = {
  orders: ordersSteps,
  warehouse: warehouseSteps,
  accounts: accountsSteps,
  catalogue: [search, lookAtOrders, (ask) => ask("catalogue", "GET /trims?limit=24")],
  owner: [lookAtDesk, ...ordersSteps, ...accountsSteps, (ask) => ask("list of buyers", "GET /buyers?limit=25")],
};

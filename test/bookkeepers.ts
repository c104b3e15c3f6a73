import { setTimeout as pause } from "node:timers/promises";
import { dayAt } from "#app/contract/calendar.ts";
import type { Query } from "./buyers.ts";
import { findWrongMoney, noWrongMoney } from "./money-books.ts";
import { askShop, logInAsAdmin, logInAsBuyer, type Said } from "./shop-process.ts";

// Accountants at work while something breaks, and the account of what they were told, which must be what is stored.

const BREATH_MS = 20;
/** What each order costs by its price, without tax; enough to be paid in parts. */
const SET_PRICE = "0.1000";
const PART = "1.00";

/** What was acknowledged for an order from its placing to its credit note. */
type Done = { order: string; invoice: string; billed: string; note: string };

/** `await using` stops them, however the run ends. */
export type Bookkeepers = AsyncDisposable & {
  done: readonly Done[];
  /** Answers that nobody should get. */
  refused: readonly string[];
  /** Lets each finish what was begun. */
  stop: () => Promise<void>;
};

/**
 * Each takes one order after the other from its placing through invoice, part payment, bank line and a reversal to its
 * credit note and refund, and sends each act again under its key until it is acknowledged.
 */
export async function startBookkeepers(url: string, query: Query, { count }: { count: number }): Promise<Bookkeepers> {
  const logIn = async () => ({ buyer: await logInAsBuyer(url), admin: await logInAsAdmin(url) });
  let people = await logIn();
  // None that buyers sell out.
  const trims = await query<{ id: string; name: string; moq: number }>(
    "select id, name, moq from trims where removed_at is null and quantity > 1000 * moq order by number limit 20",
  );
  const [done, refused]: [Done[], string[]] = [[], []];
  const today = dayAt(new Date(), "UTC");
  let isOver = false;
  let next = 1;

  /** @throws Error when it is refused */
  async function insist<Body>(as: "buyer" | "admin", request: string, body?: object): Promise<Body> {
    const key = crypto.randomUUID();
    for (;;) {
      const said = await askShop<Body>(url, request, { token: people[as].token, body, key });
      if (said.status === 401) people = await logIn().catch(() => people);
      else if (!isForLater(said)) {
        if (said.status === 200) return said.body;
        throw new Error(`${request} was answered ${said.status}: ${JSON.stringify(said.body)}`);
      }
      await pause(BREATH_MS);
    }
  }

  async function keepOne(): Promise<void> {
    const { name, email } = people.buyer;
    const trim = trims[next++ % trims.length];
    const goods = { trimId: trim?.id, productName: trim?.name, orderQuantity: Math.max(trim?.moq ?? 1, 100) };
    const about = { name, email, phone: "12345", address: "Umeå", ...goods };
    const { insertedId: order } = await insist<{ insertedId: string }>("buyer", "POST /orders", about);
    const move = (body: object) => insist("admin", `POST /orders/${order}/moves`, body);
    await insist("admin", `PATCH /orders/${order}`, { version: 1, setPrice: SET_PRICE, reason: "Agreed" });
    await move({ track: "review", from: "in-review", to: "accepted" });
    await move({ track: "payment", from: "pending", to: "invoiced" });
    const { billed } = await insist<{ billed: { invoice: string; amount: string } }>("admin", `GET /orders/${order}`);
    const { invoice } = billed;
    const part = await insist<{ insertedId: string; open: string }>("admin", "POST /payments", {
      ...{ invoice, amount: PART, day: today, open: billed.amount },
    });
    const line = { day: today, amount: part.open, text: invoice, nth: 1 };
    const lines = [{ ...line, invoices: [{ number: invoice, open: part.open }] }];
    const [outcome] = await insist<{ ok: boolean }[]>("admin", "POST /bankLines", { lines });
    if (!outcome?.ok) throw new Error(`the bank's line was answered ${JSON.stringify(outcome)}`);
    await insist("admin", "POST /reversals", { booking: part.insertedId, reason: "Of another" });
    await insist("admin", "POST /payments", { invoice, amount: PART, day: today, open: PART });
    const { creditNotes } = await insist<{ creditNotes: { number: string }[] }>("admin", "POST /creditNotes", {
      ...{ invoice, reason: "Bent" },
    });
    done.push({ order, invoice, billed: billed.amount, note: creditNotes[0]?.number ?? "" });
  }

  async function keep(): Promise<void> {
    while (!isOver) await keepOne().catch((error: unknown) => refused.push(String(error)));
  }

  const work = Promise.all(Array.from({ length: count }, keep));
  const stop = async () => {
    isOver = true;
    await work;
  };
  return { done, refused, stop, [Symbol.asyncDispose]: stop };
}

/** The answer was cut off, the shop has no time, also for one line of several, or the same request is still running. */
function isForLater({ status, body }: Said<unknown>): boolean {
  const codes = [body].flat().map((said) => (said as { code?: string } | undefined)?.code);
  return (
    status === 0 ||
    status === 503 ||
    codes.includes("unavailable") ||
    (status === 409 && codes.includes("request-running"))
  );
}

/**
 * What is wrong in the end: acknowledged bookings that are missing or doubled, rows that contradict each other, and answers
 * that nobody should get.
 */
export async function findWrongBooks(query: Query, { done, refused }: Bookkeepers) {
  const stored = await query<Done & { entries: string }>(`
    select orders.id as order, string_agg(distinct invoices.number, ' ') as invoice, sum(distinct bill.amount)::text as billed,
      (select string_agg(number, ' ') from credit_notes where order_id = orders.id) as note,
      (select string_agg(kind || ' ' || amount, ', ' order by seq) from payments where order_id = orders.id) as entries
    from orders join invoiced_orders as bill on bill.order_id = orders.id join invoices on invoices.id = invoice_id
    group by orders.id`);
  const byOrder = new Map(stored.map((row) => [row.order, row]));
  const lost = done.filter(({ order, invoice, billed, note }) => {
    const row = byOrder.get(order);
    const rest = (Number(billed) - Number(PART)).toFixed(2);
    const entries = `payment ${PART}, payment ${rest}, reversal -${PART}, payment ${PART}`;
    return !row || row.invoice !== invoice || row.billed !== billed || row.note !== note || row.entries !== entries;
  });
  const lines = await query<{ invoice: string }>(
    "select text as invoice from bank_lines group by text having count(*) = 1",
  );
  const fromBank = new Set(lines.map(({ invoice }) => invoice));
  const unbooked = done.filter(({ invoice }) => !fromBank.has(invoice));
  return { ...(await findWrongMoney(query)), lost, unbooked, refused };
}

export const noWrongBooks = { ...noWrongMoney, lost: [], unbooked: [], refused: [] };

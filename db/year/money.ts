import { dayAt } from "#app/contract/calendar.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { sumDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import { DAY_MS } from "./days.ts";
import type { planInvoices } from "./invoices.ts";
import type { Story } from "./stories.ts";

type Planned = Pick<ReturnType<typeof planInvoices>, "invoices" | "invoicedOrders" | "payments">;

type Options = {
  now: number;
  timeZone: string;
  companyOf: (userId: string) => string | null;
  adminId: string;
  /** The company of the demo buyer has terms of its own. */
  firstUserId: string;
  idAt: (ms: number) => string;
};

const DEPOSIT = 30;
/** A transfer's charges that nobody asks for, and what a buyer rounded up. */
const [CHARGES, ROUNDED_UP] = [35n, 2500n];

/** Of an order that may have waited for its deposit: the first are the likeliest. */
const stages: readonly string[] = ["in-production", "packed", "pending"];

/**
 * What an accountant meets in a year, beside payments in full: a part payment, one with too much and one with too little,
 * reminders, a deposit that came in, a company whose limit is reached. No order is held up by it.
 */
export function planMoney(planned: Planned, stories: readonly Story[], options: Options) {
  const { now, timeZone, companyOf, adminId, firstUserId, idAt } = options;
  const orders = stories.map(({ order }) => order);
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const payments: (Omit<Planned["payments"][number], "orderId" | "invoiceId"> & {
    orderId: string | null;
    invoiceId: string | null;
    companyId: string | null;
    actorId: string | null;
  })[] = planned.payments.map((payment) => ({ ...payment, companyId: companyOf(payment.userId), actorId: adminId }));

  const unpaid = planned.invoices
    .map(({ id, dueOn }) => ({ id, dueOn, lines: planned.invoicedOrders.filter(({ invoiceId }) => invoiceId === id) }))
    .filter(({ lines }) => lines.some(({ orderId }) => orderOf.get(orderId)?.payment === "invoiced"))
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn));
  const [twice, once, partly] = unpaid;

  const part = partly?.lines.find(({ orderId }) => orderOf.get(orderId)?.payment === "invoiced");
  const partOrder = part && orderOf.get(part.orderId);
  if (part && partOrder) {
    const at = now - 3 * DAY_MS;
    const paid = { invoiceId: part.invoiceId, orderId: part.orderId, userId: partOrder.userId, reason: null };
    const amount = writeCents(toCents(part.amount) / 2n);
    payments.push({ ...paid, ...bookedAt(at), kind: "payment", amount, companyId: companyOf(partOrder.userId) });
  }

  const inFull = payments.filter(({ kind, amount, orderId }) => {
    return kind === "payment" && toCents(amount) > 10_000n && orderOf.get(orderId ?? "")?.payment === "paid";
  });
  const [short, over] = [inFull.at(-2), inFull.at(-1)];
  if (short) {
    short.amount = writeCents(toCents(short.amount) - CHARGES);
    const reason = "Charges of the bank";
    const id = idAt(Date.parse(short.createdAt));
    payments.push({ ...short, id, booking: id, kind: "write-off", amount: writeCents(CHARGES), reason });
  }
  if (over) {
    const id = idAt(Date.parse(over.createdAt));
    payments.push({ ...over, id, orderId: null, invoiceId: null, amount: writeCents(ROUNDED_UP) });
  }

  // A deposit came in, of an order that nobody has invoiced: one that was placed alone and is made already, if there is one.
  const made = orders
    .filter(({ userId, shipping, payment, review }) => {
      return review === "accepted" && payment === "pending" && userId !== firstUserId && stages.includes(shipping);
    })
    .toSorted((one, other) => rank(one) - rank(other))[0];
  if (made) {
    const [share] = sumDeposit([{ total: made.total, depositPercent: DEPOSIT }], []).shares;
    const at = now - DAY_MS / 2;
    const paid = { invoiceId: null, orderId: made.id, userId: made.userId, reason: null };
    const amount = writeCents(share?.due ?? 0n);
    payments.push({ ...paid, ...bookedAt(at), kind: "payment", amount, companyId: companyOf(made.userId) });
  }

  const owing = orders.find(({ userId, payment }) => {
    const waits = orders.some((order) => order.userId === userId && order.review === "in-review");
    return payment === "invoiced" && userId !== firstUserId && userId !== made?.userId && !waits;
  });
  const reminders = [...(once ? [remind(once, 6)] : []), ...(twice ? [remind(twice, 20), remind(twice, 8)] : [])];
  return {
    payments,
    reminders,
    depositOf: (orderId: string) => (orderId === made?.id ? DEPOSIT : 0),
    termsOf: (companyId: string) => ({
      depositPercent: made && companyId === companyOf(made.userId) ? DEPOSIT : 0,
      ...(owing && companyId === companyOf(owing.userId) ? { creditLimit: "100.00" } : {}),
    }),
  };

  function rank({ sheetId, shipping }: Story["order"]) {
    return (sheetId === null ? 0 : stages.length) + stages.indexOf(shipping);
  }

  function bookedAt(ms: number) {
    const id = idAt(ms);
    const createdAt = new Date(ms).toISOString();
    return { id, booking: id, day: dayAt(ms, timeZone), createdAt, actorId: adminId };
  }

  /** Never before the day after it fell due. */
  function remind({ id, dueOn }: { id: string; dueOn: string }, daysAgo: number) {
    const at = Math.min(Math.max(now - daysAgo * DAY_MS, Date.parse(dueOn) + 2 * DAY_MS), now);
    const createdAt = new Date(at).toISOString();
    return { id: idAt(at), invoiceId: id, mail: idAt(at), day: dayAt(at, timeZone), actorId: adminId, createdAt };
  }
}

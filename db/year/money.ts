import { dayAt } from "#app/contract/calendar.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { sumDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import { DAY_MS, HOUR_MS } from "./days.ts";
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

/** A transfer's charges that nobody asks for, and what a buyer rounded up. */
const [CHARGES, ROUNDED_UP] = [35n, 2500n];

/**
 * What an accountant meets in a year, beside payments in full: a part payment, one with too much and one with too little,
 * reminders, a deposit that came in before production, a company whose limit is reached and that orders nothing now.
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

  const begun = stories.filter(({ order }) => order.depositPercent > 0 && order.shipping === "in-production");
  const production = begun[0]?.happenings.find(({ move }) => move?.to === "in-production")?.at ?? now;
  const deposit = bookedAt(production - HOUR_MS);
  const { shares } = sumDeposit(
    begun.map(({ order }) => order),
    [],
  );
  for (const [at, { order }] of begun.entries()) {
    const paid = { invoiceId: null, orderId: order.id, userId: order.userId, reason: null };
    const amount = writeCents(shares[at]?.due ?? 0n);
    const id = idAt(production - HOUR_MS);
    payments.push({ ...paid, ...deposit, id, kind: "payment", amount, companyId: companyOf(order.userId) });
  }

  const owing = orders.find(({ userId, payment }) => {
    const waits = orders.some((order) => order.userId === userId && order.review === "in-review");
    return payment === "invoiced" && userId !== firstUserId && userId !== begun[0]?.order.userId && !waits;
  });
  const reminders = [...(once ? [remind(once, 6)] : []), ...(twice ? [remind(twice, 20), remind(twice, 8)] : [])];
  return {
    payments,
    reminders,
    limitOf: (companyId: string) => (owing && companyId === companyOf(owing.userId) ? { creditLimit: "100.00" } : {}),
  };

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

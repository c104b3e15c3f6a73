import { dayAt } from "#app/contract/calendar.ts";
import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { invalidInput, notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { type OrderRow, updateOrder } from "#app/features/orders/queries.server.ts";
import type { Actor } from "#app/features/orders/status/billing.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { moneyActions } from "./audit-actions.server.ts";
import type { AllocationInput, PaymentInput, RefundInput, ReversalInput, WriteOffInput } from "./booking.contract.ts";
import { inHand, isDepositName, lockDeposit } from "./deposits/deposits.server.ts";
import type { PaymentKind } from "./facts.ts";
import {
  addLedgers,
  listLedgers,
  lockCredit,
  type OrderLedger,
  type Payer,
  sumOrder,
  sumOrders,
} from "./ledger.server.ts";
import { mailBooking } from "./mails.server.ts";
import { aboveMost, alreadyReversed, balanceChanged } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { allocate, evenOut, least, paymentStateOf, restOf, spreadRefund } from "./rules.ts";

/** Who books, from where, and the shop's time zone. */
export type Booker = Actor & { timeZone: string };

/** What was booked: the id that all its rows have, and in cents what is left to pay of the invoice. */
type Booked = { booking: string; open: bigint };

/** An order: what a payment pays of it first, and what it may pay of it at all, in cents. */
type Line = { order: OrderRow; ledger: OrderLedger; rest: bigint; most: bigint };

/** An invoice, or with no id a deposit that comes before one, whose orders are locked until the transaction ends. */
export type LockedInvoice = { id: string | null; number: string; payer: Payer; lines: readonly Line[]; open: bigint };

/**
 * Locks the orders of an invoice by id and reads what happened to them so far.
 * @throws Refusal not-found, and balance-changed if the caller saw another amount `open`.
 */
export async function lockInvoice(
  tx: Tx,
  { invoice: number, open: seen }: { invoice: string; open?: string | undefined },
): Promise<LockedInvoice & { id: string }> {
  const invoice = (await queries.findInvoice(tx, number)) ?? refuse(notFound, "This invoice does not exist.");
  const orders = await queries.lockOrdersOf(tx, [invoice.id]);
  const ledgers = await listLedgers(tx, { invoiceId: invoice.id });
  const lines = orders
    .flatMap((order) => {
      const ledger = ledgers.find(({ orderId }) => orderId === order.id);
      const rest = ledger ? restOf(ledger) : 0n;
      return ledger ? [{ order, ledger, rest, most: rest }] : [];
    })
    .toSorted((a, b) => a.order.number - b.order.number);
  const [first] = lines;
  if (!first) throw new Error("an invoice without orders");
  const open = restOf(addLedgers(ledgers));
  refuseChanged(open, seen);
  const { companyId, userId } = first.order;
  return { ...invoice, payer: { companyId, userId }, lines, open };
}

/** As `lockInvoice`, of an invoice or of a deposit that comes before one. */
export async function lockPayable(tx: Tx, asked: Parameters<typeof lockInvoice>[1]): Promise<LockedInvoice> {
  if (!isDepositName(asked.invoice)) return lockInvoice(tx, asked);
  const deposit = await lockDeposit(tx, asked.invoice);
  refuseChanged(deposit.open, asked.open);
  return { id: null, number: asked.invoice, ...deposit };
}

/** @throws Refusal balance-changed if the caller saw another amount. */
function refuseChanged(open: bigint, seen: string | undefined): void {
  if (seen === undefined || toCents(seen) === open) return;
  const now = writeCents(open);
  refuse(balanceChanged, `${describeOpen(open)} by now. Please look again.`, undefined, { open: now });
}

/** How a payment is spread: each order gets its rest, and only then those of a deposit what they may get at most. */
function spreadPayment(cents: bigint, lines: readonly Line[]): { parts: bigint[]; over: bigint } {
  const first = allocate(
    cents,
    lines.map(({ rest }) => rest),
  );
  const more = allocate(
    first.over,
    lines.map(({ rest, most }) => most - rest),
  );
  return { parts: first.parts.map((part, at) => part + (more.parts[at] ?? 0n)), over: more.over };
}

/** What people call it: `invoice 2026-00001`, `the deposit of S-31`. */
const nameOf = ({ id, number }: LockedInvoice) => (id ? `invoice ${number}` : `the deposit of ${number}`);

/**
 * Books a payment of any amount. The orders of the invoice, or those named, are paid one after the other; what is more
 * becomes the credit of the company, or of the buyer who belongs to none. `credit` is in cents.
 * @throws Refusal not-found, balance-changed, invalid-input for a day that is yet to come.
 */
export async function bookPayment(tx: Tx, by: Booker, input: PaymentInput): Promise<Booked & { credit: bigint }> {
  await refuseDayToCome(tx, by, input.day);
  const invoice = await lockPayable(tx, input);
  const lines = pick(invoice, input.orders);
  const { parts, over } = spreadPayment(toCents(input.amount), lines);
  const about = { kind: "payment", day: input.day, reference: input.reference ?? null } as const;
  const booking = await insert(tx, by, invoice, about, lines, parts, over);
  const sum = formatTotal(input.amount);
  const said = `Payment of ${sum} for ${nameOf(invoice)}, ${formatDay(input.day)}${input.reference ? `, ${input.reference}` : ""}`;
  const done = await finish(tx, by, invoice, { booking, said, isForBuyer: true, touched: touchedBy(lines, parts) });
  await record(tx, by, invoice, "pay", { amount: input.amount, day: input.day, reference: input.reference ?? null });
  await mail(tx, by, invoice, done, { what: `payment of ${sum} received`, credit: over });
  return { ...done, credit: over };
}

/**
 * Books money that was returned: of what was paid on an invoice, or of its payer's credit.
 * @throws Refusal not-found, balance-changed, above-most, invalid-input for a day that is yet to come.
 */
export async function bookRefund(tx: Tx, by: Booker, input: RefundInput): Promise<Booked> {
  await refuseDayToCome(tx, by, input.day);
  const invoice = await lockPayable(tx, input);
  const lines = input.from === "credit" ? [] : pick(invoice, input.orders);
  const cents = toCents(input.amount);
  const { parts, over } = spreadRefund(
    cents,
    lines.map(({ ledger }) => ledger),
  );
  const there = input.from === "credit" ? await lockCredit(tx, invoice.payer) : cents - over;
  if (cents > there) refuseMore(there, "be returned");
  const about = { kind: "refund", day: input.day, reference: input.reference ?? null, reason: input.reason } as const;
  const booking = await insert(tx, by, invoice, about, lines, parts, over);
  const sum = formatTotal(input.amount);
  const said = `Refund of ${sum}, ${formatDay(input.day)}: ${input.reason}`;
  const done = await finish(tx, by, invoice, { booking, said, isForBuyer: true, touched: touchedBy(lines, parts) });
  await record(tx, by, invoice, "refund", { amount: input.amount, day: input.day, reason: input.reason });
  await mail(tx, by, invoice, done, { what: `${sum} returned`, reason: input.reason });
  return done;
}

/** Gives up what is left to pay, or a part of it. @throws Refusal not-found, balance-changed, above-most. */
export async function bookWriteOff(tx: Tx, by: Booker, input: WriteOffInput): Promise<Booked> {
  const invoice = await lockInvoice(tx, input);
  const lines = pick(invoice, input.orders);
  const cents = toCents(input.amount);
  const { parts, over } = allocate(
    cents,
    lines.map(({ ledger }) => restOf(ledger)),
  );
  if (over > 0n) refuseMore(cents - over, "be written off");
  const about = { kind: "write-off", day: await readToday(tx, by), reason: input.reason } as const;
  const booking = await insert(tx, by, invoice, about, lines, parts);
  const said = `${formatTotal(input.amount)} of invoice ${invoice.number} written off: ${input.reason}`;
  const done = await finish(tx, by, invoice, { booking, said, touched: touchedBy(lines, parts) });
  await record(tx, by, invoice, "writeOff", { amount: input.amount, reason: input.reason });
  return done;
}

/** Pays an invoice of its payer's credit. @throws Refusal not-found, balance-changed, above-most. */
export async function allocateCredit(tx: Tx, by: Booker, input: AllocationInput): Promise<Booked> {
  const invoice = await lockPayable(tx, input);
  const lines = pick(invoice, input.orders);
  const cents = toCents(input.amount);
  const { parts, over } = spreadPayment(cents, lines);
  const credit = await lockCredit(tx, invoice.payer);
  const most = least(credit, cents - over);
  if (cents > most) refuseMore(most, "be used for this");
  const booking = newId();
  const shared = { ...invoice.payer, booking, kind: "allocation", actorId: by.who.id } as const;
  const day = await readToday(tx, by);
  // Two rows for each order, so that each can be reversed alone.
  const rows = lines.flatMap(({ order }, at) => {
    const part = parts[at] ?? 0n;
    if (part === 0n) return [];
    const to = { ...shared, day, invoiceId: invoice.id, orderId: order.id, amount: writeCents(part) };
    return [{ ...shared, day, amount: writeCents(-part) }, to];
  });
  await queries.insertPayments(tx, rows);
  const sum = formatTotal(input.amount);
  const said = `${sum} of credit used for ${nameOf(invoice)}`;
  const done = await finish(tx, by, invoice, { booking, said, isForBuyer: true, touched: touchedBy(lines, parts) });
  await record(tx, by, invoice, "allocate", { amount: input.amount });
  await mail(tx, by, invoice, done, { what: `${sum} of your credit used` });
  return done;
}

/**
 * Reverses what stands of a booking, by rows that say the opposite. Returns their own booking.
 * @throws Refusal not-found, already-reversed, and above-most if credit that it made is used already.
 */
export async function reverseBooking(tx: Tx, by: Booker, { booking, reason }: ReversalInput): Promise<string> {
  const booked = (await queries.listBooking(tx, booking)).filter(({ kind }) => isReversible(kind));
  const [first] = booked;
  if (!first) refuse(notFound, "Nothing that could be reversed was booked under this number.");
  const ids = booked.flatMap(({ orderId }) => orderId ?? []);
  const invoiceIds = [...new Set(booked.flatMap(({ invoiceId }) => invoiceId ?? []))];
  const orders = await queries.lockOrdersOf(tx, invoiceIds, ids);
  const credit = await lockCredit(tx, first);
  const unreversed = await queries.listUnreversed(tx, booking);
  if (unreversed.length === 0) refuse(alreadyReversed, "This was reversed meanwhile.");
  const made = unreversed.filter(({ orderId }) => orderId === null).reduce((sum, row) => sum + toCents(row.amount), 0n);
  if (made > credit) refuseMore(credit, "be taken back: the rest of this credit is used");
  const opposite = newId();
  await insertOpposites(tx, by, unreversed, { booking: opposite, reason });
  const said = `${reversed[first.kind]} of ${formatTotal(sumUp(unreversed))} reversed: ${reason}`;
  await takeReleased(tx, by, orders, credit - made);
  for (const invoiceId of invoiceIds) await moveSurplus(tx, by, { invoiceId });
  const isForBuyer = first.kind !== "write-off";
  for (const order of orders) await settle(tx, by, order, ids.includes(order.id) ? { said, isForBuyer } : {});
  const object = orders.find(({ id }) => ids.includes(id));
  const name = object ? `No. ${object.number} ${object.productName}` : "A credit";
  await recordAction(tx, by, {
    ...{ action: moneyActions.reverse, object: name, objectId: object?.id ?? first.id },
    after: { amount: sumUp(unreversed), reason },
  });
  return opposite;
}

/**
 * What a deposit became when its order ended is taken of the credit again, which has `most` cents.
 * @throws Refusal above-most if it is used.
 */
async function takeReleased(tx: Tx, by: Booker, orders: readonly OrderRow[], most: bigint): Promise<void> {
  let left = most;
  const ledgers = await sumOrders(
    tx,
    orders.map(({ id }) => id),
  );
  for (const order of orders) {
    const ledger = ledgers.get(order.id);
    const missing = ledger && !ledger.isInvoiced ? -inHand(ledger) : 0n;
    if (missing <= 0n) continue;
    if (missing > left) refuseMore(left, "be taken back: the rest of this credit is used");
    left -= missing;
    await moveToCredit(tx, by, order, null, -missing);
  }
}

/** Makes so many cents that were paid of an order the credit of its payer, or with a minus credit what the order got. */
export async function moveToCredit(
  tx: Tx,
  by: Booker,
  { id: orderId, companyId, userId }: OrderRow,
  invoiceId: string | null,
  cents: bigint,
): Promise<void> {
  const day = await readToday(tx, by);
  const shared = { companyId, userId, booking: newId(), kind: "transfer", day, actorId: by.who.id } as const;
  const from = { ...shared, invoiceId, orderId, amount: writeCents(-cents) };
  await queries.insertPayments(tx, [from, { ...shared, amount: writeCents(cents) }]);
}

const reversed: Record<PaymentKind, string> = {
  payment: "Payment",
  refund: "Refund",
  "write-off": "Write-off",
  allocation: "Use of credit",
  transfer: "Transfer",
  reversal: "Reversal",
};

function isReversible(kind: PaymentKind): boolean {
  return kind !== "reversal" && kind !== "transfer";
}

/** The amount of a booking without its sign; of credit used, what the orders got. */
function sumUp(rows: readonly { kind: PaymentKind; orderId: string | null; amount: string }[]): string {
  const counted = rows.filter(({ kind, orderId }) => kind !== "allocation" || orderId !== null);
  const sum = counted.reduce((cents, { amount }) => cents + toCents(amount), 0n);
  return writeCents(sum < 0n ? -sum : sum);
}

/**
 * Reverses what the latest booking of these kinds did for one order; the caller holds the order's row. Credit that was
 * used for it is credit again.
 */
export async function reverseForOrder(
  tx: Tx,
  by: Booker,
  order: OrderRow,
  kinds: readonly PaymentKind[],
): Promise<void> {
  const booking = await queries.findLatest(tx, order.id, kinds);
  if (!booking) return;
  const unreversed = await queries.listUnreversed(tx, booking);
  const own = unreversed.filter(({ orderId }) => orderId === order.id);
  const used = own.filter(({ kind }) => kind === "allocation");
  const taken = used.flatMap(({ amount }) => {
    const row = unreversed.find((one) => one.orderId === null && toCents(one.amount) === -toCents(amount));
    return row ? [row] : [];
  });
  await insertOpposites(tx, by, [...own, ...taken], { booking: newId(), reason: null });
}

async function insertOpposites(
  tx: Tx,
  by: Booker,
  rows: Awaited<ReturnType<typeof queries.listUnreversed>>,
  about: { booking: string; reason: string | null },
): Promise<void> {
  const day = await readToday(tx, by);
  await queries.insertPayments(
    tx,
    rows.map(({ id, amount, companyId, userId, invoiceId, orderId }) => ({
      ...{ companyId, userId, invoiceId, orderId, ...about, day, kind: "reversal" as const },
      ...{ reverses: id, amount: writeCents(-toCents(amount)), actorId: by.who.id },
    })),
  );
}

/** The orders that this is for. @throws Refusal not-found of one that the invoice does not have. */
export function pick({ lines }: LockedInvoice, ids: readonly string[] | undefined): readonly Line[] {
  if (!ids) return lines;
  const wanted = lines.filter(({ order }) => ids.includes(order.id));
  if (wanted.length < new Set(ids).size) refuse(notFound, "One of these orders is not on this invoice.");
  return wanted;
}

/** The lines that got a part. */
function touchedBy(lines: readonly Line[], parts: readonly bigint[]): OrderRow[] {
  return lines.flatMap(({ order }, at) => (parts[at] ? [order] : []));
}

type About = { kind: PaymentKind; day: string; reference?: string | null; reason?: string };

/** Writes a row for each order that gets a part, and one for what belongs to none. Returns their booking. */
async function insert(
  tx: Tx,
  by: Booker,
  { id: invoiceId, payer }: LockedInvoice,
  about: About,
  lines: readonly Line[],
  parts: readonly bigint[],
  over = 0n,
): Promise<string> {
  const booking = newId();
  const sign = about.kind === "refund" ? -1n : 1n;
  const shared = { ...payer, ...about, booking, actorId: by.who.id };
  const rows = lines.flatMap(({ order }, at) => {
    const part = parts[at] ?? 0n;
    return part === 0n ? [] : [{ ...shared, invoiceId, orderId: order.id, amount: writeCents(sign * part) }];
  });
  const rest = over === 0n ? [] : [{ ...shared, amount: writeCents(sign * over) }];
  await queries.insertPayments(tx, [...rows, ...rest]);
  return booking;
}

type Finished = { booking: string; said: string; touched: readonly OrderRow[]; isForBuyer?: boolean };

/** Writes what follows for the orders of an invoice: their states, and what happened to those that were touched. */
async function finish(tx: Tx, by: Booker, invoice: LockedInvoice, done: Finished): Promise<Booked> {
  const { booking, said, touched, isForBuyer = false } = done;
  const isMailed = isForBuyer && (await findRecipient(tx, invoice.payer.userId)) !== undefined;
  if (invoice.id) await moveSurplus(tx, by, { invoiceId: invoice.id });
  for (const { order } of invoice.lines) {
    const isTouched = touched.some(({ id }) => id === order.id);
    await settle(tx, by, order, isTouched ? { said, isForBuyer, isMailed } : {});
  }
  const open = invoice.id
    ? restOf(addLedgers(await listLedgers(tx, { invoiceId: invoice.id })))
    : (await lockDeposit(tx, invoice.number)).open;
  return { booking, open };
}

/**
 * Moves money that is more than due to where it is missing: between the orders of one invoice, or the invoices of one
 * order. Returns the orders that it locked, if it moved any.
 */
export async function moveSurplus(
  tx: Tx,
  by: Booker,
  of: { invoiceId: string } | { orderId: string },
): Promise<OrderRow[]> {
  const places = (await listLedgers(tx, of)).map((ledger) => ({ ...ledger, surplus: -restOf(ledger) }));
  const moves = evenOut(places);
  if (moves.length === 0) return [];
  const orders = await queries.lockOrdersById(tx, [...new Set(places.map(({ orderId }) => orderId))]);
  const day = await readToday(tx, by);
  const booking = newId();
  await queries.insertPayments(
    tx,
    moves.flatMap(({ from, to, cents }) =>
      [
        { ...from, cents: -cents },
        { ...to, cents },
      ].map((one) => {
        const order = orders.find(({ id }) => id === one.orderId);
        const whose = { companyId: order?.companyId ?? null, userId: order?.userId ?? null };
        const where = { invoiceId: one.invoiceId, orderId: one.orderId, amount: writeCents(one.cents) };
        return { ...whose, ...where, booking, kind: "transfer" as const, day, actorId: by.who.id };
      }),
    ),
  );
  return orders;
}

type Said = { said?: string; isForBuyer?: boolean; isMailed?: boolean };

/**
 * Writes the payment state that follows from an order's rows, with the event of a move if it is another one, else with a
 * note if there is something to say. The caller holds the order's row.
 */
export async function settle(
  tx: Tx,
  by: Booker,
  order: OrderRow,
  { said, isForBuyer = false, isMailed = false }: Said = {},
): Promise<void> {
  await moveSurplus(tx, by, { orderId: order.id });
  const [from, to] = [order.payment, paymentStateOf(await sumOrder(tx, order.id))];
  const note = said ? ({ note: said, noteFor: isForBuyer ? "buyer" : "internal" } as const) : {};
  const shared = { who: by.who, orderId: order.id, isMailed, ...note };
  if (from !== to) {
    await updateOrder(tx, order.id, { payment: to });
    // Nobody takes these back as a step: what was booked is reversed.
    const isBack = to === "pending" || (to === "invoiced" && from !== "pending");
    await insertEvent(tx, { ...shared, kind: isBack ? "back" : "move", track: "payment", from, to });
  } else if (said) await insertEvent(tx, { ...shared, kind: "note" });
}

async function mail(
  tx: Tx,
  by: Booker,
  invoice: LockedInvoice,
  { booking, open }: Booked,
  about: { what: string; credit?: bigint; reason?: string },
): Promise<void> {
  const [first, ...others] = invoice.lines.map(({ order }) => order);
  const recipient = first && (await findRecipient(tx, first.userId));
  if (!recipient) return;
  const said = {
    ...about,
    of: nameOf(invoice),
    invoice: invoice.id && invoice.number,
    booking,
    open,
    orders: [first, ...others] as const,
  };
  await mailBooking(tx, recipient, said, by.emailContext);
}

function record(
  tx: Tx,
  by: Booker,
  { id, number, lines }: LockedInvoice,
  action: keyof typeof moneyActions,
  after: Record<string, string | null>,
): Promise<void> {
  return recordAction(tx, by, {
    action: moneyActions[action],
    object: id ? `Invoice ${number}` : `Deposit of ${number}`,
    objectId: id ?? lines[0]?.order.id ?? "",
    before: null,
    after,
  });
}

export async function readToday(tx: Tx, { timeZone }: Pick<Booker, "timeZone">): Promise<string> {
  return dayAt(await readNow(tx), timeZone);
}

async function refuseDayToCome(tx: Tx, by: Booker, day: string): Promise<void> {
  if (day <= (await readToday(tx, by))) return;
  refuse(invalidInput, "day: This day is yet to come", [{ field: "day", message: "This day is yet to come" }]);
}

/** @throws Refusal above-most, with the most in `now`. */
export function refuseMore(most: bigint, verb: string): never {
  const message = `At most ${formatTotal(writeCents(most < 0n ? 0n : most))} can ${verb}.`;
  refuse(aboveMost, message, [{ field: "amount", message }], { amount: writeCents(most < 0n ? 0n : most) });
}

function describeOpen(open: bigint): string {
  if (open > 0n) return `${formatTotal(writeCents(open))} is open`;
  return open === 0n ? "Nothing is open" : `${formatTotal(writeCents(-open))} too much was paid`;
}

import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { invalidInput } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { moneyActions } from "./audit-actions.server.ts";
import type { AllocationInput, PaymentInput, RefundInput, WriteOffInput } from "./booking.contract.ts";
import { lockDeposit } from "./deposits/deposits.server.ts";
import type { PaymentKind } from "./facts.ts";
import { addLedgers, listLedgers, lockCredit } from "./ledger.server.ts";
import { type Line, type LockedInvoice, lockInvoice, lockPayable, pick } from "./locking.server.ts";
import { mailBooking } from "./mails.server.ts";
import * as queries from "./queries.server.ts";
import { allocate, least, restOf, spreadRefund } from "./rules.ts";
import { type Booker, moveSurplus, readToday, refuseMore, settle } from "./settling.server.ts";

/** What was booked: the id that all its rows have, and in cents what is left to pay of the invoice. */
type Booked = { booking: string; open: bigint };

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
  const isMailed = isForBuyer && (await findRecipient(tx, invoice.payer)) !== undefined;
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

async function mail(
  tx: Tx,
  by: Booker,
  invoice: LockedInvoice,
  { booking, open }: Booked,
  about: { what: string; credit?: bigint; reason?: string },
): Promise<void> {
  const [first, ...others] = invoice.lines.map(({ order }) => order);
  const recipient = first && (await findRecipient(tx, first));
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

async function refuseDayToCome(tx: Tx, by: Booker, day: string): Promise<void> {
  if (day <= (await readToday(tx, by))) return;
  refuse(invalidInput, "day: This day is yet to come", [{ field: "day", message: "This day is yet to come" }]);
}

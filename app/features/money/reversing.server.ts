import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { lockPresentCompany } from "#app/features/companies/queries.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { moneyActions } from "./audit-actions.server.ts";
import type { ReversalInput } from "./booking.contract.ts";
import { inHand } from "./deposits/deposits.server.ts";
import type { PaymentKind } from "./facts.ts";
import { lockCredit, type Payer, sumOrders } from "./ledger.server.ts";
import { alreadyReversed } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { type Booker, moveSurplus, moveToCredit, readToday, refuseMore, settle } from "./settling.server.ts";

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
  const order = orders.find(({ id }) => ids.includes(id));
  const payer = await findPayerNow(tx, order ?? first);
  const credit = await lockCredit(tx, payer);
  const unreversed = await queries.listUnreversed(tx, booking);
  if (unreversed.length === 0) refuse(alreadyReversed, "This was reversed meanwhile.");
  const made = unreversed.filter(({ orderId }) => orderId === null).reduce((sum, row) => sum + toCents(row.amount), 0n);
  if (made > credit) refuseMore(credit, "be taken back of the credit that it made: first reverse what used the rest");
  const opposite = newId();
  await insertOpposites(tx, by, unreversed, { booking: opposite, reason, payer });
  const said = `${reversed[first.kind]} of ${formatTotal(sumUp(unreversed))} reversed: ${reason}`;
  await takeReleased(tx, by, orders, credit - made);
  for (const invoiceId of invoiceIds) await moveSurplus(tx, by, { invoiceId });
  const isForBuyer = first.kind !== "write-off";
  for (const order of orders) await settle(tx, by, order, ids.includes(order.id) ? { said, isForBuyer } : {});
  const name = order ? `No. ${order.number} ${order.productName}` : "A credit";
  await recordAction(tx, by, {
    ...{ action: moneyActions.reverse, object: name, objectId: order?.id ?? first.id },
    after: { amount: sumUp(unreversed), reason },
  });
  return opposite;
}

/** Who has a booking's credit by now: companies are merged, and bring in what their founders had ordered before. */
async function findPayerNow(tx: Tx, { companyId, userId }: Payer): Promise<Payer> {
  return { companyId: companyId && (await lockPresentCompany(tx, companyId)), userId };
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
  await insertOpposites(tx, by, [...own, ...taken], { booking: newId(), reason: null, payer: order });
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
    if (missing > left) refuseMore(left, "be taken back of the credit that it made: first reverse what used the rest");
    left -= missing;
    await moveToCredit(tx, by, order, null, -missing);
  }
}

async function insertOpposites(
  tx: Tx,
  by: Booker,
  rows: Awaited<ReturnType<typeof queries.listUnreversed>>,
  { payer: { companyId, userId }, ...about }: { booking: string; reason: string | null; payer: Payer },
): Promise<void> {
  const day = await readToday(tx, by);
  await queries.insertPayments(
    tx,
    rows.map(({ id, amount, invoiceId, orderId }) => ({
      ...{ companyId, userId, invoiceId, orderId, ...about, day, kind: "reversal" as const },
      ...{ reverses: id, amount: writeCents(-toCents(amount)), actorId: by.who.id },
    })),
  );
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

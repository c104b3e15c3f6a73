import { dayAt } from "#app/contract/calendar.ts";
import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { type OrderRow, updateOrder } from "#app/features/orders/queries.server.ts";
import type { Actor } from "#app/features/orders/status/billing.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { listLedgers, sumOrder } from "./ledger.server.ts";
import { aboveMost } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { evenOut, paymentStateOf, restOf } from "./rules.ts";

/** Who books, from where, and the shop's time zone. */
export type Booker = Actor & { timeZone: string };

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

/**
 * Takes back what was written off of an order and is credited now, by rows that reverse it and write off what is left of it:
 * nobody is owed money that they never paid.
 */
export async function limitWriteOffs(tx: Tx, by: Booker, order: OrderRow, invoiceId: string): Promise<void> {
  const ledger = (await listLedgers(tx, { orderId: order.id })).find((one) => one.invoiceId === invoiceId);
  let over = ledger ? ledger.writtenOff - (ledger.billed - ledger.credited) : 0n;
  if (over <= 0n) return;
  const { companyId, userId } = order;
  const day = await readToday(tx, by);
  const shared = { companyId, userId, invoiceId, orderId: order.id, day, actorId: by.who.id };
  for (const { id, amount, reason } of await queries.listWriteOffs(tx, order.id, invoiceId)) {
    if (over <= 0n) return;
    const cents = toCents(amount);
    const back = { ...shared, kind: "reversal", reverses: id, amount: writeCents(-cents), reason: "Credited" } as const;
    await queries.insertPayments(tx, [{ ...back, booking: newId() }]);
    over -= cents;
    const rest = { ...shared, kind: "write-off", amount: writeCents(-over), reason } as const;
    if (over < 0n) await queries.insertPayments(tx, [{ ...rest, booking: newId() }]);
  }
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

export async function readToday(tx: Tx, { timeZone }: Pick<Booker, "timeZone">): Promise<string> {
  return dayAt(await readNow(tx), timeZone);
}

/** @throws Refusal above-most, with the most in `now`. */
export function refuseMore(most: bigint, verb: string): never {
  const message = `At most ${formatTotal(writeCents(most < 0n ? 0n : most))} can ${verb}.`;
  refuse(aboveMost, message, [{ field: "amount", message }], { amount: writeCents(most < 0n ? 0n : most) });
}

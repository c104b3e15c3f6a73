import { formatTotal, roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { findOrIssueIn, type InvoiceSettings, issueInvoice } from "#app/features/documents/invoices.server.ts";
import { listCharged } from "#app/features/documents/queries.server.ts";
import { wrongState } from "#app/features/orders/problems.ts";
import { type OrderRow, updateOrder } from "#app/features/orders/queries.server.ts";
import type { Actor, Billing, CreditNote } from "#app/features/orders/status/billing.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { sumCreditUsed } from "./credit.server.ts";
import { creditLine } from "./crediting.server.ts";
import { inHand, sumReceived } from "./deposits/deposits.server.ts";
import type { PaymentKind } from "./facts.ts";
import { listLedgers, sumOrder } from "./ledger.server.ts";
import * as queries from "./queries.server.ts";
import { reverseForOrder } from "./reversing.server.ts";
import { paymentStateOf, restOf } from "./rules.ts";
import { moveSurplus, moveToCredit, readToday, settle } from "./settling.server.ts";

/** The `Billing` of the shop. */
export function createBilling(settings: InvoiceSettings): Billing {
  const { timeZone } = settings;

  async function insertFor(tx: Tx, by: Actor, order: OrderRow, kind: PaymentKind, cents: bigint, reason?: string) {
    const billed = await queries.findBilled(tx, order.id);
    const of = { companyId: order.companyId, userId: order.userId, invoiceId: billed?.invoiceId ?? null };
    const written = { booking: newId(), orderId: order.id, kind, amount: writeCents(cents), reason: reason ?? null };
    await queries.insertPayments(tx, [{ ...of, ...written, day: await readToday(tx, settings), actorId: by.who.id }]);
  }

  async function reverse(tx: Tx, by: Actor, order: OrderRow, kinds: readonly PaymentKind[]): Promise<void> {
    await reverseForOrder(tx, { ...by, timeZone }, order, kinds);
    await follow(tx, by, order);
  }

  /**
   * Writes the payment state that follows from an order's rows, and those of the others of its invoice that what was paid
   * too much of it pays. The caller holds the order's row, and tells of it.
   */
  async function follow(tx: Tx, by: Actor, order: OrderRow, invoiceId?: string): Promise<void> {
    const booker = { ...by, timeZone };
    const touched = invoiceId ? await moveSurplus(tx, booker, { invoiceId }) : [];
    for (const other of touched) if (other.id !== order.id) await settle(tx, booker, other);
    await moveSurplus(tx, booker, { orderId: order.id });
    await updateOrder(tx, order.id, { payment: paymentStateOf(await sumOrder(tx, order.id)) });
  }

  async function credit(
    tx: Tx,
    by: Actor,
    order: OrderRow,
    { pieces, reason, isMailed = true, keepsPaid = false }: Parameters<Billing["credit"]>[3],
  ): Promise<CreditNote | undefined> {
    if (order.payment !== "pending" && toCents(roundToCents(order.total)) > 0n)
      await findOrIssueIn(tx, settings, "order", order.id);
    const line = await queries.findBilled(tx, order.id);
    if (!line) return undefined;
    const left = line.pieces - line.creditedPieces;
    // What is left then is no price of pieces.
    if (pieces !== undefined && left === 0) return undefined;
    const what = { pieces: Math.min(pieces ?? left, left), reason, isMailed };
    const note = await creditLine(tx, by, settings, order, line, what);
    if (note) await follow(tx, by, order, keepsPaid ? undefined : line.invoiceId);
    return note;
  }

  /** What was paid of these orders before this invoice, in cents. */
  async function sumDepositsOf(tx: Tx, orderIds: readonly string[]): Promise<bigint> {
    const ledgers = await listLedgers(tx, { orderIds });
    return ledgers.filter(({ isInvoiced }) => !isInvoiced).reduce((sum, ledger) => sum + inHand(ledger), 0n);
  }

  return {
    sumCreditUsed,

    async issueInvoice(tx, orderIds, dueOn) {
      const deposit = await sumDepositsOf(tx, orderIds);
      return issueInvoice(tx, settings, orderIds, dueOn, deposit);
    },

    sumReceived,

    async applyDeposit(tx, by, orderIds) {
      const booker = { ...by, timeZone };
      const orders = await queries.lockOrdersById(tx, orderIds);
      const [first] = orders;
      const billed = first && (await queries.findBilled(tx, first.id));
      if (!billed) return;
      await moveSurplus(tx, booker, { invoiceId: billed.invoiceId });
      const ledgers = await listLedgers(tx, { invoiceId: billed.invoiceId });
      for (const order of orders) {
        const ledger = ledgers.find(({ orderId }) => orderId === order.id);
        const more = ledger ? -restOf(ledger) : 0n;
        if (more > 0n) await moveToCredit(tx, booker, order, billed.invoiceId, more);
        await settle(tx, booker, order);
      }
    },

    async releaseDeposit(tx, by, order) {
      const ledger = await sumOrder(tx, order.id);
      const cents = inHand(ledger);
      if (ledger.isInvoiced || cents <= 0n) return;
      await moveToCredit(tx, { ...by, timeZone }, order, null, cents);
      const note = `The deposit of ${formatTotal(writeCents(cents))} is credit now`;
      await insertEvent(tx, { who: by.who, orderId: order.id, kind: "note", note, noteFor: "buyer" });
    },

    async payRest(tx, by, order) {
      await findOrIssueIn(tx, settings, "order", order.id);
      const rest = restOf(await sumOrder(tx, order.id));
      if (rest > 0n) await insertFor(tx, by, order, "payment", rest);
      await follow(tx, by, order);
    },

    reversePayment: (tx, by, order) => reverse(tx, by, order, ["payment", "allocation", "write-off"]),

    async refundAll(tx, by, order, reason) {
      const before = await sumOrder(tx, order.id);
      if (before.paid <= before.refunded) refuse(wrongState, "Nothing was paid of this order that could be returned.");
      await credit(tx, by, order, { reason, keepsPaid: true });
      const { paid, refunded } = await sumOrder(tx, order.id);
      if (paid > refunded) await insertFor(tx, by, order, "refund", refunded - paid, reason);
      await follow(tx, by, order);
    },

    reverseRefund: (tx, by, order) => reverse(tx, by, order, ["refund"]),

    credit,

    listBilled: queries.listBilled,

    listCharged,

    async invoiceAgain(tx, by, orders, dueOn) {
      const ids = orders.map(({ id }) => id);
      const { number } = await issueInvoice(tx, settings, ids, dueOn);
      for (const order of orders) {
        await updateOrder(tx, order.id, { dueOn });
        await follow(tx, by, order);
        const note = `Invoice ${number} follows. What was paid before counts towards it.`;
        await insertEvent(tx, { who: by.who, orderId: order.id, kind: "note", note, noteFor: "buyer" });
      }
      return number;
    },
  };
}

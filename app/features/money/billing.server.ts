import { dayAt } from "#app/contract/calendar.ts";
import { formatTotal, roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { issueCreditNote } from "#app/features/documents/credit-notes.server.ts";
import { findOrIssueIn, type InvoiceSettings, issueInvoice } from "#app/features/documents/invoices.server.ts";
import { type OrderRow, updateOrder } from "#app/features/orders/queries.server.ts";
import type { Actor, Billing, CreditNote } from "#app/features/orders/status/billing.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { PaymentKind } from "./facts.ts";
import { mailCreditNote } from "./mails.server.ts";
import * as queries from "./queries.server.ts";
import { creditFor, paymentStateOf, restOf } from "./rules.ts";

/** The `Billing` of the shop. */
export function createBilling(settings: InvoiceSettings): Billing {
  const { timeZone } = settings;

  async function readToday(tx: Tx): Promise<string> {
    return dayAt(await readNow(tx), timeZone);
  }

  async function insertFor(tx: Tx, by: Actor, order: OrderRow, kind: PaymentKind, cents: bigint, reason?: string) {
    const billed = await queries.findBilled(tx, order.id);
    const of = { companyId: order.companyId, userId: order.userId, invoiceId: billed?.invoiceId ?? null };
    const written = { booking: newId(), orderId: order.id, kind, amount: writeCents(cents), reason: reason ?? null };
    await queries.insertPayments(tx, [{ ...of, ...written, day: await readToday(tx), actorId: by.who.id }]);
  }

  async function reverse(tx: Tx, by: Actor, order: OrderRow, kind: PaymentKind): Promise<void> {
    const [booking, day] = [newId(), await readToday(tx)];
    const rows = await queries.listLatest(tx, order.id, kind);
    await queries.insertPayments(
      tx,
      rows.map(({ id, invoiceId, amount }) => ({
        ...{ booking, day, invoiceId, orderId: order.id, companyId: order.companyId, userId: order.userId },
        ...{ kind: "reversal" as const, reverses: id, amount: writeCents(-toCents(amount)), actorId: by.who.id },
      })),
    );
    await settle(tx, order.id);
  }

  async function credit(
    tx: Tx,
    by: Actor,
    order: OrderRow,
    { pieces, reason }: { pieces?: number; reason: string },
  ): Promise<CreditNote | undefined> {
    if (order.payment !== "pending" && toCents(roundToCents(order.total)) > 0n)
      await findOrIssueIn(tx, settings, "order", order.id);
    const line = await queries.findBilled(tx, order.id);
    if (!line) return undefined;
    const left = line.pieces - line.creditedPieces;
    const known = {
      ...{ billed: toCents(line.amount), billedPieces: line.pieces },
      ...{ credited: toCents(line.credited), creditedPieces: line.creditedPieces },
    };
    const count = Math.min(pieces ?? left, left);
    const cents = creditFor(count, known);
    if (cents <= 0n || (pieces !== undefined && count <= 0)) return undefined;
    const amount = writeCents(cents);
    const about = { invoiceId: line.invoiceId, order, pieces: count, amount, reason, actorId: by.who.id };
    const note = { ...(await issueCreditNote(tx, settings, about)), amount };
    await settle(tx, order.id);
    const said = `Credit note ${note.number} over ${formatTotal(amount)}, of invoice ${line.number}: ${reason}`;
    const recipient = await findRecipient(tx, order.userId);
    const happened = { kind: "note", note: said, noteFor: "buyer", isMailed: recipient !== undefined } as const;
    await insertEvent(tx, { who: by.who, orderId: order.id, ...happened });
    if (recipient) {
      await mailCreditNote(tx, recipient, { ...note, order, invoice: line.number, reason }, by.emailContext);
    }
    return note;
  }

  return {
    issueInvoice: (tx, orderIds, dueOn) => issueInvoice(tx, settings, orderIds, dueOn),

    async payRest(tx, by, order) {
      await findOrIssueIn(tx, settings, "order", order.id);
      const rest = restOf(await queries.sumOrder(tx, order.id));
      if (rest > 0n) await insertFor(tx, by, order, "payment", rest);
      await settle(tx, order.id);
    },

    reversePayment: (tx, by, order) => reverse(tx, by, order, "payment"),

    async refundAll(tx, by, order, reason) {
      await credit(tx, by, order, { reason });
      const { paid, refunded } = await queries.sumOrder(tx, order.id);
      if (paid > refunded) await insertFor(tx, by, order, "refund", refunded - paid, reason);
      await settle(tx, order.id);
    },

    reverseRefund: (tx, by, order) => reverse(tx, by, order, "refund"),

    credit,
  };
}

/** Writes the payment state that follows from an order's rows. The caller holds the order's row. */
async function settle(tx: Tx, orderId: string): Promise<void> {
  await updateOrder(tx, orderId, { payment: paymentStateOf(await queries.sumOrder(tx, orderId)) });
}

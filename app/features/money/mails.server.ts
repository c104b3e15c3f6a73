import { formatTotal, writeCents } from "#app/contract/money.ts";
import { listReferences, nameOrders, openOrders } from "#app/features/orders/email-templates.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Recipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

type Credited = { id: string; number: string; amount: string; invoice: string; reason: string; order: OrderRow };

/** Tells a buyer of a credit note, which is attached. */
export async function mailCreditNote(
  tx: Tx,
  recipient: Recipient,
  { id, number, amount, invoice, reason, order }: Credited,
  emailContext: EmailContext,
): Promise<void> {
  const sum = formatTotal(amount);
  const name = nameOrders([order]);
  const content = {
    subject: `${name}: credit note ${number}, ${sum}`,
    heading: `${name}: credit note ${number}`,
    paragraphs: [
      `Hello ${recipient.name},`,
      `We credit you ${sum} of invoice ${invoice}. The credit note is attached.`,
    ],
    facts: [["Credited", sum], ["Of invoice", invoice], ["Reason", reason], ...listReferences([order])] as const,
    button: openOrders([order]),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
  const to = { name: recipient.name, address: recipient.email };
  await enqueueMail(tx, {
    ...layOut(content, emailContext),
    to,
    enclosed: [`credit-note ${id}`],
    key: `credit-note ${id}`,
  });
}

type Booked = {
  booking: string;
  /** What happened: `payment of $50.00 received`. */
  what: string;
  /** `invoice 2026-00001`, or `the deposit of S-31`, and the number of the invoice. */
  of: string;
  invoice: string | null;
  /** What is left to pay of it, and what became credit, in cents. */
  open: bigint;
  credit?: bigint;
  reason?: string;
  orders: readonly [OrderRow, ...OrderRow[]];
};

/** Tells a buyer what was booked on an invoice of theirs. */
export async function mailBooking(
  tx: Tx,
  recipient: Recipient,
  { booking, what, of, invoice, open, credit = 0n, reason, orders }: Booked,
  emailContext: EmailContext,
): Promise<void> {
  const name = nameOrders(orders);
  const left = open > 0n ? `${formatTotal(writeCents(open))} of it is left to pay.` : "Nothing of it is left to pay.";
  const begins = invoice === null && open <= 0n ? ["The deposit has come in: we can begin."] : [];
  const content = {
    subject: `${name}: ${what}`,
    heading: `${name}: ${what}`,
    paragraphs: [
      `Hello ${recipient.name},`,
      `This concerns ${of}. ${left}`,
      ...begins,
      ...(credit > 0n ? [`${formatTotal(writeCents(credit))} is more than that: it is your credit.`] : []),
    ],
    facts: [
      ...(invoice ? [["Invoice", invoice] as const] : []),
      ...(reason ? [["Reason", reason] as const] : []),
      ...listReferences(orders),
    ],
    button: openOrders(orders),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
  const to = { name: recipient.name, address: recipient.email };
  await enqueueMail(tx, { ...layOut(content, emailContext), to, key: `booking ${booking}` });
}

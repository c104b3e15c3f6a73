import { describePieces, formatTotal, totalPrice } from "#app/contract/money.ts";
import { listStaff } from "#app/features/identity/admins.server.ts";
import type { ClaimInput } from "#app/features/orders/claims.contract.ts";
import { listReferences, nameOrders, openOrders } from "#app/features/orders/email-templates.server.ts";
import { remedyLabels } from "#app/features/orders/labels.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Actor } from "#app/features/orders/status/billing.server.ts";
import type { Recipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail, enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

const OF_BUYERS = "You get this mail because you ordered from us. Reply to it if something is wrong.";

/** Tells those who work on orders that a buyer claims. */
export async function mailClaim(
  tx: Tx,
  { who, emailContext }: Actor,
  order: OrderRow,
  { id, kind, pieces, wants, words }: ClaimInput & { id: string },
): Promise<void> {
  const subject = `${nameOrders([order])}: ${describePieces(pieces)} ${kind}`;
  const content = {
    ...{ subject, heading: subject },
    paragraphs: [words],
    facts: [
      ["Item", order.productName],
      ["Worth", formatTotal(totalPrice(order.unitPrice, pieces))],
      ["Asked for", remedyLabels[wants]],
      ["Reported by", order.company ? `${order.company}, ${who.name}` : who.name],
      ...listReferences([order]),
    ] as const,
    button: openOrders([order]),
    finePrint: "You get this mail because you work on orders.",
  };
  const staff = await listStaff(tx, ["owner", "orders"]);
  await enqueueMails(
    tx,
    staff.map(({ id: to, name, email }) => {
      return { ...layOut(content, emailContext), to: { name, address: email }, key: `claim ${id} to ${to}` };
    }),
  );
}

type About = { id: string; about: string };

/** Tells a buyer why a claim is refused. */
export async function mailRefusal(
  tx: Tx,
  recipient: Recipient,
  order: OrderRow,
  { id, about, reason }: About & { reason: string },
  emailContext: EmailContext,
): Promise<void> {
  const subject = `${nameOrders([order])}: we do not accept your claim`;
  const paragraphs = [`Hello ${recipient.name},`, `We do not accept your claim (${about}).`, reason];
  await mail(tx, recipient, order, { id, subject, paragraphs, to: "refused" }, emailContext);
}

/** Tells a buyer which order replaces the pieces of a claim. */
export async function mailReplacement(
  tx: Tx,
  recipient: Recipient,
  order: OrderRow,
  { id, about, replacement }: About & { replacement: number },
  emailContext: EmailContext,
): Promise<void> {
  const subject = `${nameOrders([order])}: order No. ${replacement} replaces ${about}`;
  const paragraphs = [
    `Hello ${recipient.name},`,
    `We accept your claim (${about}). Order No. ${replacement} replaces them, at no cost.`,
  ];
  await mail(tx, recipient, order, { id, subject, paragraphs, to: "replaced" }, emailContext);
}

type Settled = { id: string; subject: string; paragraphs: string[]; to: string };

async function mail(
  tx: Tx,
  { name, email }: Recipient,
  order: OrderRow,
  { id, subject, paragraphs, to }: Settled,
  emailContext: EmailContext,
): Promise<void> {
  const facts = [["Item", order.productName], ...listReferences([order])] as const;
  const content = { subject, heading: subject, paragraphs, facts, button: openOrders([order]), finePrint: OF_BUYERS };
  await enqueueMail(tx, { ...layOut(content, emailContext), to: { name, address: email }, key: `claim ${id} ${to}` });
}

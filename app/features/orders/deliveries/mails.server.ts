import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { listAddress } from "#app/features/orders/address.rules.ts";
import { withCompanyCopies } from "#app/features/orders/company-copies.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import {
  describeMore,
  listReferences,
  MOST,
  nameOrders,
  openOrders,
} from "#app/features/orders/email-templates.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { CreditNote } from "#app/features/orders/status/billing.server.ts";
import type { Recipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail, enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { listToCome } from "./queries.server.ts";
import type { Shipped } from "./shipping.server.ts";

type Facts = [label: string, value: string][];

type Sent = Partial<Record<"carrier" | "trackingNumber" | "trackingUrl" | "note", string | undefined>> & {
  shippedOn: string;
  creditNotes?: readonly CreditNote[];
  /** The first of its events, which no other mail is about. */
  eventId: string;
};

/**
 * Tells a buyer in one mail what a delivery carries, how to follow it, and what is still to come of these orders and of
 * their sheets. Where an order ends with fewer pieces than its invoice bills, the credit note is enclosed.
 */
export async function mailDelivery(
  tx: Tx,
  recipient: Recipient,
  shipped: readonly [Shipped, ...Shipped[]],
  sent: Sent,
  emailContext: EmailContext,
): Promise<void> {
  const { carrier, trackingNumber, trackingUrl, shippedOn, note, creditNotes = [], eventId } = sent;
  const orders: [OrderRow, ...OrderRow[]] = [shipped[0].order, ...shipped.slice(1).map(({ order }) => order)];
  const toCome = await listToCome(
    tx,
    orders.map(({ id }) => id),
  );
  const isPart = shipped.some(({ to }) => to === "partly-shipped");
  const name = nameOrders(orders);
  const happened = isPart ? "partly shipped" : "shipped";
  const content = {
    subject: `${name}: ${happened}, ${[carrier, trackingNumber].filter(Boolean).join(" ") || sumUp(shipped)}`,
    heading: `${name}: ${happened}`,
    paragraphs: [
      `Hello ${recipient.name},`,
      isPart
        ? "A part of the goods has left our warehouse. We will write again when the rest follows."
        : "The goods have left our warehouse.",
      ...(note ? [note] : []),
      ...describeMore(shipped),
    ],
    facts: [
      ...fact("Shipped on", formatDay(shippedOn)),
      ...fact("Sent to", writeSentTo(orders[0], recipient)),
      ...fact("Carrier", carrier),
      ...fact("Tracking number", trackingNumber),
      ...fact("Tracking link", trackingUrl),
      ...listReferences(orders),
      ...shipped.slice(0, MOST.listed).map((one): Facts[number] => [`No. ${one.order.number}`, describePart(one)]),
      ...fact("Still to come", describeToCome(toCome)),
      ...creditNotes.map(({ number, amount }): Facts[number] => {
        return ["Credited", `${formatTotal(amount)}, credit note ${number}`];
      }),
    ],
    button: openOrders(orders),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
  const enclosed = creditNotes.slice(0, MOST.enclosed).map(({ id }) => `credit-note ${id}`);
  const mail = {
    ...layOut(content, emailContext),
    to: { name: recipient.name, address: recipient.email },
    key: `order ${orders[0].id} event ${eventId}`,
    ...(enclosed.length > 0 ? { enclosed } : {}),
  };
  await enqueueMails(tx, await withCompanyCopies(tx, [mail]));
}

/** Where it went. Nobody else reads who of a company placed an order and has left it. */
function writeSentTo(order: OrderRow, recipient: Recipient): string {
  const name = order.userId === recipient.id ? order.name : null;
  return listAddress({ ...order, name, country: null }).join("\n");
}

function sumUp(shipped: readonly [Shipped, ...Shipped[]]): string {
  const [{ order, pieces }] = shipped;
  if (shipped.length === 1) return `${formatPieces(pieces)} × ${order.productName}`;
  const all = shipped.reduce((sum, one) => sum + one.pieces, 0);
  return `${formatPieces(all)} pieces of ${formatPieces(shipped.length)} orders`;
}

/** What a parcel carries of an order, and, unless that is all of it, of how much. */
function describePart({ order, pieces, after, to }: Shipped): string {
  const carried = `${formatPieces(pieces)} × ${order.productName}`;
  if (pieces === order.orderQuantity) return carried;
  const ordered = `of ${formatPieces(order.orderQuantity)} ordered`;
  const all = after === pieces ? [] : [`${formatPieces(after)} in all`];
  const end = to === "shipped" && after < order.orderQuantity ? ["nothing more follows"] : [];
  return [carried, [ordered, ...all, ...end].join("; ")].join("\n");
}

function describeToCome(toCome: Awaited<ReturnType<typeof listToCome>>): string {
  const lines = toCome
    .slice(0, MOST.listed)
    .map(({ number, productName, pieces }) => `No. ${number}: ${formatPieces(pieces)} × ${productName}`);
  const more = toCome.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${formatPieces(more)} more orders`] : [])].join("\n");
}

type Corrected = {
  id: string;
  version: number;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
};

/** Tells a buyer how to follow a delivery after all. */
export function mailCorrection(
  tx: Tx,
  recipient: Recipient,
  orders: readonly [OrderRow, ...OrderRow[]],
  { id, version, carrier, trackingNumber, trackingUrl }: Corrected,
  emailContext: EmailContext,
): Promise<void> {
  const name = nameOrders(orders);
  const number = [carrier, trackingNumber].filter(Boolean).join(" ");
  const content = {
    subject: `${name}: tracking corrected${number && `, ${number}`}`,
    heading: `${name}: tracking corrected`,
    paragraphs: [
      `Hello ${recipient.name},`,
      "Please follow your delivery with what is below, and forget what we wrote before.",
    ],
    facts: [
      ...listReferences(orders),
      ...fact("Carrier", carrier),
      ...fact("Tracking number", trackingNumber),
      ...fact("Tracking link", trackingUrl),
    ],
    button: openOrders(orders),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
  return enqueueMail(tx, {
    ...layOut(content, emailContext),
    to: { name: recipient.name, address: recipient.email },
    key: `delivery ${id} version ${version}`,
  });
}

function fact(label: string, value: string | null | undefined): Facts {
  return value ? [[label, value]] : [];
}

import { listReferences, nameOrders, openOrders } from "#app/features/orders/email-templates.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Recipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";

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

function fact(label: string, value: string | null): [string, string][] {
  return value ? [[label, value]] : [];
}

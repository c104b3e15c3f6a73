import { formatTotal } from "#app/contract/money.ts";
import { withCompanyCopies } from "#app/features/orders/company-copies.server.ts";
import { listReferences, nameOrders, openOrders, sumOf } from "#app/features/orders/email-templates.server.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Recipient } from "#app/features/orders/status/move-mails.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { type Charge, formatCharge, totalWith } from "./charge.rules.ts";

type Reported = {
  of: "order" | "sheet";
  id: string;
  /** Of the confirmation. */
  version: number;
  orders: readonly OrderRow[];
  /** All charges of now. */
  charges: readonly Charge[];
  /** What happened, and to which charge: `freight of $120.00 added`. */
  subject: string;
  charge: Charge;
};

/** Tells a buyer of a charge that was added or removed, with the new confirmation and the new total. */
export async function mailCharge(
  tx: Tx,
  recipient: Recipient,
  { of, id, version, orders, charges, subject, charge }: Reported,
  emailContext: EmailContext,
): Promise<void> {
  const name = nameOrders(orders);
  const content = {
    subject: `${name}: ${subject}`,
    heading: `${name}: ${subject}`,
    paragraphs: [`Hello ${recipient.name},`, `The new confirmation, version ${version}, is attached.`],
    facts: [
      [
        "New total",
        formatTotal(
          totalWith(
            orders.map(({ total }) => total),
            charges,
          ),
        ),
      ] as const,
      ["Reason", charge.reason] as const,
      ["Goods", sumOf(orders)] as const,
      ...charges.map((one) => [chargeLabels[one.kind], `${formatCharge(one)}, ${one.reason}`] as const),
      ...listReferences(orders),
    ],
    button: openOrders(orders),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
  const mail = {
    ...layOut(content, emailContext),
    to: { name: recipient.name, address: recipient.email },
    enclosed: [`confirmation ${of} ${id} version ${version}`],
    key: `${of} ${id} changed ${version}`,
  };
  await enqueueMails(tx, await withCompanyCopies(tx, [mail]));
}

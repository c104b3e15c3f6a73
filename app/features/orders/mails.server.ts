import { formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { listAdmins } from "#app/features/identity/admins.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";
import type { orders } from "./tables.server.ts";

type PlacedOrder = Pick<
  typeof orders.$inferSelect,
  "id" | "number" | "name" | "email" | "phone" | "address" | "productName" | "orderQuantity" | "unitPrice"
>;

/**
 * Notifies every admin of the order. Confirms it to the buyer only at a confirmed address: a stranger must never get
 * what somebody else typed.
 */
export async function mailPlacedOrder(
  tx: Tx,
  order: PlacedOrder,
  { letterhead, isVerified }: { letterhead: Letterhead; isVerified: boolean },
): Promise<void> {
  const notice = layOut(writeNotice(order), letterhead);
  const admins = await listAdmins(tx);
  await enqueueMails(tx, [
    ...(isVerified
      ? [
          {
            ...layOut(writeConfirmation(order), letterhead),
            to: { name: order.name, address: order.email },
            enclosed: [`confirmation order ${order.id}`],
            key: `order ${order.id} confirmed`,
          },
        ]
      : []),
    ...admins.map(({ id, name, email }) => ({
      ...notice,
      to: { name, address: email },
      key: `order ${order.id} told to ${id}`,
    })),
  ]);
}

function writeConfirmation(order: PlacedOrder) {
  return {
    subject: `Order No. ${order.number} placed: ${summarize(order)}`,
    heading: "Your order is placed",
    paragraphs: [
      `Thank you, ${order.name}. We have set the pieces aside for you.`,
      "An admin will review the order. To pay or to cancel, open it. The confirmation is attached.",
    ],
    facts: listFacts(order),
    button: openOrder(order),
    finePrint: "This mail came because the order was placed with your account. If that was not you, please tell us.",
  };
}

function writeNotice(order: PlacedOrder) {
  return {
    subject: `New order No. ${order.number}: ${summarize(order)}`,
    heading: "A new order",
    paragraphs: [`${order.name} (${order.email}) has placed an order.`],
    facts: listFacts(order),
    button: openOrder(order),
    finePrint: "This mail came because you are an admin of the shop.",
  };
}

function summarize({ orderQuantity, productName }: PlacedOrder): string {
  return `${formatPieces(orderQuantity)} × ${productName}`;
}

function openOrder({ number }: Pick<PlacedOrder, "number">) {
  return { label: `Open order No. ${number}`, to: `/dashboard/orders/${number}` };
}

function listFacts({ number, productName, orderQuantity, unitPrice, address, phone }: PlacedOrder) {
  return [
    ["Item", productName],
    ["Pieces", formatPieces(orderQuantity)],
    ["Price per piece", formatUnitPrice(unitPrice)],
    ["Total", formatTotal(totalPrice(unitPrice, orderQuantity))],
    ["Send to", address],
    ["Phone", phone],
    ["Order", `No. ${number}`],
  ] as const;
}

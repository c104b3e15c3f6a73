import { formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";
import { listAdmins } from "./queries.server.ts";
import type { orders } from "./tables.server.ts";

type PlacedOrder = Pick<
  typeof orders.$inferSelect,
  "id" | "name" | "email" | "phone" | "address" | "productName" | "orderQuantity" | "unitPrice"
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
    subject: `Order placed: ${summarize(order)}`,
    heading: "Your order is placed",
    paragraphs: [
      `Thank you, ${order.name}. The pieces are taken from our stock and kept for you.`,
      "To pay or to cancel, open My Orders.",
    ],
    facts: listFacts(order),
    button: { label: "Open My Orders", to: "/dashboard/myorders" },
    finePrint: "This mail came because the order was placed with your account. If that was not you, please tell us.",
  };
}

function writeNotice(order: PlacedOrder) {
  return {
    subject: `New order: ${summarize(order)}`,
    heading: "A new order",
    paragraphs: [`${order.name} (${order.email}) has placed an order.`],
    facts: listFacts(order),
    button: { label: "Manage orders", to: "/dashboard/manageorders" },
    finePrint: "This mail came because you are an admin of the shop.",
  };
}

function summarize({ orderQuantity, productName }: PlacedOrder): string {
  return `${formatPieces(orderQuantity)} × ${productName}`;
}

function listFacts({ id, productName, orderQuantity, unitPrice, address, phone }: PlacedOrder) {
  return [
    ["Item", productName],
    ["Pieces", formatPieces(orderQuantity)],
    ["Price per piece", formatUnitPrice(unitPrice)],
    ["Total", formatTotal(totalPrice(unitPrice, orderQuantity))],
    ["Send to", address],
    ["Phone", phone],
    ["Order", id],
  ] as const;
}

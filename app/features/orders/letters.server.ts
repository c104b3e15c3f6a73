import { formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import type { Letter } from "#app/platform/mail/layout.server.ts";

/** What a letter says about an order. `unitPrice` is in USD. */
export type PlacedOrder = {
  id: string;
  number: number;
  name: string;
  email: string;
  phone: string;
  address: string;
  productName: string;
  orderQuantity: number;
  unitPrice: string;
};

/** Orders that one letter tells of. */
export type PlacedOrders = [PlacedOrder, ...PlacedOrder[]];

/** A subject names this many orders at most, and a letter lists that many. */
const MOST = { named: 8, listed: 100 };

/** What a buyer is told about their orders. */
export function writeConfirmation(placed: PlacedOrders, { areEnclosed }: { areEnclosed: boolean }): Letter {
  const [first, ...others] = placed;
  if (others.length > 0) return writeJointConfirmation(placed, areEnclosed);
  return {
    subject: `Order No. ${first.number} placed: ${summarize(first)}`,
    heading: "Your order is placed",
    paragraphs: [
      thank(first),
      "An admin will review the order. To pay or to cancel, open it. The confirmation is attached.",
    ],
    facts: listFacts(first),
    button: openOrder(first),
    finePrint: "You get this mail because the order was placed with your account. If that was not you, please tell us.",
  };
}

function writeJointConfirmation(placed: PlacedOrders, areEnclosed: boolean): Letter {
  const where = areEnclosed ? "The confirmations are attached." : "The confirmation of each is on its page.";
  return {
    subject: countOrders(placed, "orders placed"),
    heading: "Your orders are placed",
    paragraphs: [
      thank(placed[0]),
      `An admin will review the orders. To pay or to cancel, open them. ${where}`,
      ...tellOfMore(placed),
    ],
    facts: listOrders(placed, ({ address }) => address),
    button: { label: "Open My Orders", to: "/dashboard/myorders" },
    finePrint:
      "You get this mail because the orders were placed with your account. If that was not you, please tell us.",
  };
}

/** What an admin is told about orders, whoever placed them. */
export function writeNotice(placed: PlacedOrders): Letter {
  const [first, ...others] = placed;
  const finePrint = "You get this mail because you are an admin of the shop.";
  if (others.length > 0) {
    return {
      subject: countOrders(placed, "new orders"),
      heading: `${formatPieces(placed.length)} new orders`,
      paragraphs: ["These orders have been placed.", ...tellOfMore(placed)],
      facts: listOrders(placed, ({ name, email }) => `${name} (${email})`),
      button: { label: "Open Manage All Orders", to: "/dashboard/manageorders" },
      finePrint,
    };
  }
  return {
    subject: `New order No. ${first.number}: ${summarize(first)}`,
    heading: "A new order",
    paragraphs: [`${first.name} (${first.email}) has placed an order.`],
    facts: listFacts(first),
    button: openOrder(first),
    finePrint,
  };
}

/** How many orders there are, what they are, and which: `2 orders placed: No. 7, No. 9`. */
export function countOrders(all: readonly { number: number }[], what: string): string {
  const more = all.length - MOST.named;
  const numbers = all.slice(0, MOST.named).map(({ number }) => `No. ${number}`);
  return `${formatPieces(all.length)} ${what}: ${numbers.join(", ")}${more > 0 ? ` and ${formatPieces(more)} more` : ""}`;
}

function tellOfMore({ length }: PlacedOrders): string[] {
  return length > MOST.listed ? [`This mail lists the first ${MOST.listed}; the shop has all of them.`] : [];
}

function listOrders(placed: PlacedOrders, tell: (order: PlacedOrder) => string): [label: string, value: string][] {
  return placed.slice(0, MOST.listed).map((order) => {
    const price = `at ${formatUnitPrice(order.unitPrice)} = ${sum(order)}`;
    return [`No. ${order.number}`, [summarize(order), price, tell(order)].join("\n")];
  });
}

function thank({ name }: PlacedOrder): string {
  return `Thank you, ${name}. We have set the pieces aside for you.`;
}

function summarize({ orderQuantity, productName }: PlacedOrder): string {
  return `${formatPieces(orderQuantity)} × ${productName}`;
}

function sum({ unitPrice, orderQuantity }: PlacedOrder): string {
  return formatTotal(totalPrice(unitPrice, orderQuantity));
}

function openOrder({ number }: PlacedOrder) {
  return { label: `Open order No. ${number}`, to: `/dashboard/orders/${number}` };
}

function listFacts(order: PlacedOrder) {
  const { number, productName, orderQuantity, unitPrice, address, phone } = order;
  return [
    ["Item", productName],
    ["Pieces", formatPieces(orderQuantity)],
    ["Price per piece", formatUnitPrice(unitPrice)],
    ["Total", sum(order)],
    ["Send to", address],
    ["Phone", phone],
    ["Order", `No. ${number}`],
  ] as const;
}

import { addTotals, formatPieces, formatTotal, formatUnitPrice, totalPrice } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { listAddress, writeAddress } from "#app/features/orders/address.rules.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { sayDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { stateLabels, stateTitle } from "#app/features/orders/labels.ts";
import type { EmailContent } from "#app/platform/mail/layout.server.ts";

/** By what a buyer knows an order. */
export type NamedOrder = { number: number; sheetNumber: number | null; poNumber: string | null };

/** What a mail says about an order. `unitPrice` is in USD. */
export type PlacedOrder = NamedOrder &
  OrderStatus & {
    id: string;
    sheetId: string | null;
    name: string;
    email: string;
    phone: string;
    address: string;
    company: string | null;
    shipTo: ShipTo | null;
    productName: string;
    orderQuantity: number;
    unitPrice: string;
    depositPercent: number;
    /** The last day to pay, once it is invoiced. */
    dueOn: string | null;
  };

/** Orders that one mail tells of. */
export type PlacedOrders = [PlacedOrder, ...PlacedOrder[]];

/** A subject names this many orders at most, and a mail lists that many: Gmail cuts a mail off at about 100 KB. */
export const MOST = { named: 8, listed: 100, enclosed: 20 };

type Facts = [label: string, value: string][];

/** What a buyer is told about their orders. Some of them may have moved on meanwhile. */
export function writeConfirmation(placed: PlacedOrders, { areEnclosed }: { areEnclosed: boolean }): EmailContent {
  const [first, ...others] = placed;
  const many = others.length > 0;
  const [it, them] = many ? ["the orders", "them"] : ["the order", "it"];
  const name = nameOrders(placed);
  const isNew = placed.every(({ review }) => review === "in-review");
  return {
    subject: `${name}: placed, ${summarize(placed)}`,
    heading: `${name}: placed`,
    paragraphs: [
      `Thank you, ${first.name}. We have set the pieces aside for you.`,
      `${isNew ? `We will confirm ${it}. ` : ""}To cancel ${them}, open ${them}. ${sayEnclosed(many, areEnclosed)}`,
      ...sayDeposit(placed),
      ...describeMore(placed),
    ],
    facts: many ? listOrders(placed, (order) => writeAddress({ ...order, country: null })) : listFacts(first),
    button: openOrders(placed),
    finePrint: `You get this mail because ${it} ${many ? "were" : "was"} placed with your account. If that was not you, please tell us.`,
  };
}

function sayEnclosed(many: boolean, areEnclosed: boolean): string {
  if (!many) return "The confirmation is attached.";
  return areEnclosed ? "The confirmations are attached." : "The confirmation of each is on its page.";
}

/** What an admin is told about orders, whoever placed them. */
export function writeNotice(placed: PlacedOrders): EmailContent {
  const [first, ...others] = placed;
  const many = others.length > 0;
  const name = nameOrders(placed);
  return {
    subject: `${name}: ${many ? `${formatPieces(placed.length)} new orders, ${sumOf(placed)}` : `new order, ${summarize(placed)}`}`,
    heading: `${name}: ${many ? `${formatPieces(placed.length)} new orders` : "a new order"}`,
    paragraphs: many
      ? ["These orders have been placed.", ...describeMore(placed)]
      : [`${describeBuyer(first)} has placed an order.`],
    facts: many ? listOrders(placed, describeBuyer) : listFacts(first),
    button: many ? openAllOrders : openOrders(placed),
    finePrint: FOR_ADMINS,
  };
}

/**
 * An order that was cancelled; `reason` is what an admin told the buyer. `colleague` is a manager of the buyer's company
 * who cancelled it, null if that was the buyer or an admin.
 */
export type CancelledOrder = PlacedOrder & { isOwn: boolean; colleague: string | null; reason: string | null };

/**
 * The corrected confirmation: what a buyer's orders are without those cancelled. `remaining` are the other orders of
 * their sheets.
 */
export function writeCancellation(
  cancelled: readonly [CancelledOrder, ...CancelledOrder[]],
  remaining: readonly PlacedOrder[],
): EmailContent {
  const many = cancelled.length > 1;
  const by = cancelled[0].colleague ?? (cancelled.every((one) => one.isOwn) ? "You" : undefined);
  const name = nameOrders(cancelled);
  const [what, that] = many ? ["these orders", "Their pieces are"] : ["this order", "Its pieces are"];
  return {
    subject: `${name}: ${summarizeCancelled(cancelled, remaining)}`,
    heading: `${name}: cancelled`,
    paragraphs: [
      `Hello ${cancelled[0].name},`,
      `${by ? `${by} ${by === "You" ? "have" : "has"} cancelled ${what}.` : `We had to cancel ${what}.`} ${that} not set aside for you any more.`,
      ...(remaining.length > 0 ? ["What remains is listed below. The corrected confirmation is attached."] : []),
    ],
    facts: listCancelled(cancelled, remaining),
    button: openOrders([...cancelled, ...remaining]),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
}

/** What an admin is told about cancelled orders, whoever cancelled them. */
export function writeCancellationNotice(
  cancelled: readonly CancelledOrder[],
  remaining: readonly PlacedOrder[],
): EmailContent {
  const name = nameOrders(cancelled);
  return {
    subject: `${name}: ${summarizeCancelled(cancelled, remaining)}`,
    heading: `${name}: cancelled`,
    paragraphs: [],
    facts: [
      ["Buyer", [...new Set(cancelled.map(describeBuyer))].join("\n")],
      ["Cancelled by", cancelled[0]?.colleague ?? (cancelled.every(({ isOwn }) => isOwn) ? "the buyer" : "an admin")],
      ...listCancelled(cancelled, remaining),
    ],
    button: cancelled.length === 1 || areOfOneSheet(cancelled) ? openOrders(cancelled) : openAllOrders,
    finePrint: FOR_ADMINS,
  };
}

function summarizeCancelled(cancelled: readonly CancelledOrder[], remaining: readonly PlacedOrder[]): string {
  const rest = remaining.length > 0 ? `; ${summarizeOrders(remaining)} remain` : "";
  const [first, ...others] = cancelled;
  const isOfSheet = first && others.length === 0 && first.sheetNumber !== null;
  return `${isOfSheet ? `order No. ${first.number} ` : ""}cancelled, ${summarize(cancelled)}${rest}`;
}

function listCancelled(cancelled: readonly CancelledOrder[], remaining: readonly PlacedOrder[]): Facts {
  const gone = cancelled.slice(0, MOST.listed).map((order): Facts[number] => {
    return [`No. ${order.number}`, ["Cancelled", ...describeLine(order), order.reason ?? []].flat().join("\n")];
  });
  const rest = remaining.slice(0, MOST.listed).map((order): Facts[number] => {
    return [`No. ${order.number}`, describeLine(order).join("\n")];
  });
  const total: Facts = remaining.length > 0 ? [["New total", sumOf(remaining)]] : [];
  return [...total, ...listReferences(cancelled), ...gone, ...rest];
}

/**
 * The buyer's own word for these orders, with which each subject begins: PO number, else sheet, else order number. A
 * subject names eight at most.
 */
export function nameOrders(orders: readonly NamedOrder[]): string {
  const words = new Set(orders.map(nameOrder));
  const named = [...words].slice(0, MOST.named).join(", ");
  const more = words.size - MOST.named;
  const areAlone = orders.every(({ sheetNumber, poNumber }) => sheetNumber === null && !poNumber);
  return `${areAlone ? `Order${words.size > 1 ? "s" : ""} ` : ""}${named}${more > 0 ? ` and ${formatPieces(more)} more` : ""}`;
}

function nameOrder({ number, sheetNumber, poNumber }: NamedOrder): string {
  if (poNumber) return namePo(poNumber);
  return sheetNumber === null ? `No. ${number}` : `Sheet S-${sheetNumber}`;
}

/** The PO numbers and sheets of these orders, each once. */
export function listReferences(orders: readonly NamedOrder[]): Facts {
  const pos = [...new Set(orders.flatMap(({ poNumber }) => poNumber ?? []))];
  const sheets = [...new Set(orders.flatMap(({ sheetNumber }) => (sheetNumber === null ? [] : `S-${sheetNumber}`)))];
  return [
    ...(pos.length > 0 ? [["PO number", pos.join("\n")] satisfies Facts[number]] : []),
    ...(sheets.length > 0 ? [["Order sheet", sheets.join("\n")] satisfies Facts[number]] : []),
  ];
}

type Line = { productName: string; orderQuantity: number; unitPrice: string };

/** What these orders are and come to: `2,000 × Domed rivet, $69.00`, or `3 orders, $18.60`. */
export function summarize(orders: readonly Line[]): string {
  const [only, ...others] = orders;
  return only && others.length === 0
    ? `${formatPieces(only.orderQuantity)} × ${only.productName}, ${sumOf(orders)}`
    : summarizeOrders(orders);
}

function summarizeOrders(orders: readonly Line[]): string {
  return `${formatPieces(orders.length)} ${orders.length === 1 ? "order" : "orders"}, ${sumOf(orders)}`;
}

/** Each rounded to cents, then added, as on papers. */
export function sumOf(orders: readonly Line[]): string {
  return formatTotal(addTotals(orders.map(({ unitPrice, orderQuantity }) => totalPrice(unitPrice, orderQuantity))));
}

/** The page of the order, that of the sheet if they are all on one, or the list. */
export function openOrders(orders: readonly NamedOrder[]): NonNullable<EmailContent["button"]> {
  const [first, ...others] = orders;
  if (first && others.length === 0) {
    return { label: `Open order No. ${first.number}`, to: `/dashboard/orders/${first.number}` };
  }
  if (first && areOfOneSheet(orders)) {
    return { label: `Open Sheet S-${first.sheetNumber}`, to: `/dashboard/ordersheets/${first.sheetNumber}` };
  }
  return { label: "Open My Orders", to: "/dashboard/myorders" };
}

function areOfOneSheet(orders: readonly NamedOrder[]): boolean {
  const sheets = new Set(orders.map(({ sheetNumber }) => sheetNumber));
  return sheets.size === 1 && !sheets.has(null);
}

const openAllOrders = { label: "Open Manage All Orders", to: "/dashboard/manageorders" };
const FOR_ADMINS = "You get this mail because you are an admin of the shop.";

/** What a mail says when it does not list all of its orders. */
export function describeMore({ length }: readonly unknown[]): string[] {
  return length > MOST.listed ? [`This mail lists the first ${MOST.listed}; the shop has all of them.`] : [];
}

function listOrders(placed: PlacedOrders, tell: (order: PlacedOrder) => string): Facts {
  return placed.slice(0, MOST.listed).map((order) => {
    return [`No. ${order.number}`, [...describeLine(order), tell(order)].join("\n")];
  });
}

/** An order in lines: pieces and item, price, sum, and where it stands once it is no longer new. */
export function describeLine(order: Line & Partial<OrderStatus> & { dueOn?: string | null }): string[] {
  const price = `${formatUnitPrice(order.unitPrice)} per piece`;
  return [
    `${formatPieces(order.orderQuantity)} × ${order.productName}`,
    price,
    sumOf([order]),
    ...describeStatus(order),
  ];
}

function describeStatus({
  review,
  shipping,
  payment,
  dueOn,
}: Partial<OrderStatus> & { dueOn?: string | null }): string[] {
  if (review !== "accepted") return [];
  const moved = [shipping, payment].flatMap((state) =>
    state && state !== "pending" ? stateLabels[state].toLowerCase() : [],
  );
  const due = payment === "invoiced" && dueOn ? [`to be paid by ${formatDay(dueOn)}`] : [];
  return [[stateTitle(review), ...moved, ...due].join(", ")];
}

/** Whose it is: the company first, the person second. */
export function describeBuyer({ company, name, email }: Pick<PlacedOrder, "company" | "name" | "email">): string {
  return `${listAddress({ company, name, address: "", country: null }).join(", ")} (${email})`;
}

function listFacts(order: PlacedOrder): Facts {
  const { number, productName, orderQuantity, unitPrice, phone } = order;
  const status = describeStatus(order);
  return [
    ["Total", sumOf([order])],
    ["Item", productName],
    ["Pieces", formatPieces(orderQuantity)],
    ["Price per piece", formatUnitPrice(unitPrice)],
    ...listReferences([order]),
    ["Order", `No. ${number}`],
    ...status.map((words): Facts[number] => ["Status", words]),
    ["Send to", listAddress({ ...order, country: null }).join("\n")],
    ["Phone", phone],
  ];
}

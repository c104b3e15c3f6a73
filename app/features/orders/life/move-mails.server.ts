import { eq, sql } from "drizzle-orm";
import { formatPieces, formatTotal } from "#app/contract/money.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import type { State } from "#app/features/orders/facts.ts";
import { countOrders } from "#app/features/orders/letters.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails, type Mail, rewriteHeldMail } from "#app/platform/mail/enqueue.server.ts";
import { type Letter, type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";
import { orderEvents } from "./tables.server.ts";

export type Recipient = { id: string; name: string; email: string };

/** What a mail about a move says, apart from the order. */
type Told = {
  kind: "move" | "back";
  to: State;
  /** Why an order is declined, or cancelled by an admin. */
  reason?: string | undefined;
  dueOn?: string | undefined;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
};

/** The call that moves several orders. It gathers the keys of its mails, which wait until it is over. */
export type BulkCall = { id: string; orderIds: ReadonlySet<string>; mails: Set<string> };

type MovedOrder = Pick<OrderRow, "id" | "number" | "productName" | "orderQuantity" | "total"> & {
  /** The call in which it moved; undefined for a mail about a single transaction. */
  transaction?: string;
};

/** The owner of an order, if their address is confirmed: only then may a mail contain more than links. */
export async function findRecipient(tx: Tx, userId: string | null): Promise<Recipient | undefined> {
  if (userId === null) return undefined;
  const [found] = await tx
    .select({ id: users.id, name: users.name, email: users.email, isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  return found?.isVerified ? found : undefined;
}

const mailed: ReadonlySet<State> = new Set(["accepted", "declined", "Invoiced", "Shipped", "Paid"]);

/** Whether the buyer hears by mail that an order moved there. */
export function isToldByMail(to: State): boolean {
  return mailed.has(to);
}

/**
 * Tells the buyer by mail what has moved, one order or several at once, in the transaction that moves it. The moves of
 * one call that tell the same are one mail: each rewrites it with its own orders, and it waits until the call releases
 * it.
 */
export async function mailMove(
  tx: Tx,
  recipient: Recipient,
  moved: readonly [OrderRow, ...OrderRow[]],
  told: Told & { eventId: string },
  { letterhead, call }: { letterhead: Letterhead; call: BulkCall | undefined },
): Promise<void> {
  const compose = (all: readonly MovedOrder[], key: string): Mail => {
    const invoices = listInvoices(all, told);
    return {
      ...layOut(writeLetter(all, recipient, { ...told, invoices: invoices.length }), letterhead),
      ...(invoices.length > 0 ? { enclosed: invoices.slice(0, MOST_ENCLOSED) } : {}),
      to: { name: recipient.name, address: recipient.email },
      key,
    };
  };
  if (!call) return enqueueMails(tx, [compose(moved, `order ${moved[0].id} event ${told.eventId}`)]);
  const key = `call ${call.id} ${recipient.id} ${told.kind} ${told.to}`;
  const mail = compose(await listMoved(tx, call.id, recipient.id, told), key);
  if (await rewriteHeldMail(tx, mail)) return;
  // The mail has gone out: the call took longer than the mail was held.
  if (call.mails.has(key)) return enqueueMails(tx, [compose(moved, `${key} ${moved[0].id}`)]);
  await enqueueMails(tx, [mail], { areHeld: true });
  call.mails.add(key);
}

/** The orders of this buyer that one call has moved there so far. */
function listMoved(tx: Tx, callId: string, userId: string, { kind, to }: Told): Promise<MovedOrder[]> {
  return tx
    .select({
      id: orders.id,
      number: orders.number,
      productName: orders.productName,
      orderQuantity: orders.orderQuantity,
      total: orders.total,
      transaction: orderEvents.transaction,
    })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(
      sql`${orderEvents.callId} = ${callId} and ${orders.userId} = ${userId} and ${orderEvents.kind} = ${kind}
        and ${orderEvents.to} = ${to} and ${orderEvents.isMailed}`,
    )
    .orderBy(orders.number);
}

/** More files than this are a burden; the pages of the orders have them all. */
const MOST_ENCLOSED = 20;

/** The invoices of these orders, by the first order on each. A transaction issues one, for all orders that it moves. */
function listInvoices(all: readonly MovedOrder[], { kind, to }: Told): string[] {
  if (kind !== "move" || to !== "Invoiced") return [];
  const groups = Map.groupBy(all, ({ transaction }) => transaction);
  return [...groups.values()].flatMap(([first]) => (first ? `invoice order ${first.id}` : []));
}

type Written = Told & { invoices: number };

function writeLetter(all: readonly MovedOrder[], { name }: Recipient, told: Written): Letter {
  const [only, ...others] = all;
  const many = others.length > 0;
  const { happened, paragraphs } = putInWords(told, many);
  const subject =
    only && !many
      ? `Order No. ${only.number} ${happened}: ${formatPieces(only.orderQuantity)} × ${only.productName}`
      : countOrders(all, `orders ${happened}`);
  const facts = all.map(({ number, orderQuantity, productName, total }) => {
    return [`No. ${number}`, `${formatPieces(orderQuantity)} × ${productName}, ${formatTotal(total)}`] as const;
  });
  return {
    subject,
    heading: many ? `Your orders ${happened}` : `Your order ${happened}`,
    paragraphs: [`Hello ${name},`, ...paragraphs],
    facts: [...facts, ...listShipment(told)],
    button:
      only && !many
        ? { label: `Open order No. ${only.number}`, to: `/dashboard/orders/${only.number}` }
        : { label: "Open My Orders", to: "/dashboard/myorders" },
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
}

function listShipment({ carrier, trackingNumber, trackingUrl }: Told): [label: string, value: string][] {
  return [
    ...(carrier ? [["Carrier", carrier] satisfies [string, string]] : []),
    ...(trackingNumber ? [["Tracking number", trackingNumber] satisfies [string, string]] : []),
    ...(trackingUrl ? [["Tracking link", trackingUrl] satisfies [string, string]] : []),
  ];
}

function putInWords(
  { kind, to, reason, dueOn, invoices }: Written,
  many: boolean,
): { happened: string; paragraphs: readonly string[] } {
  const [is, has, it] = many ? ["are", "have", "them"] : ["is", "has", "it"];
  if (kind === "back") {
    const now =
      to === "Packed" ? `${has} not been shipped yet` : to === "Invoiced" ? `${is} not paid yet` : `${is} ${to} again`;
    return { happened: now, paragraphs: [`Our last mail was a mistake. Your ${many ? "orders" : "order"} ${now}.`] };
  }
  const because = reason ? [reason] : [];
  switch (to) {
    case "accepted":
      return {
        happened: `${is} accepted`,
        paragraphs: [`We will write again when we ship ${it}.`],
      };
    case "declined":
      return { happened: `${is} declined`, paragraphs: [`We cannot take ${it}. There is nothing to pay.`, ...because] };
    case "cancelled":
      return { happened: `${is} cancelled`, paragraphs: [`We had to cancel ${it}.`, ...because] };
    case "Invoiced":
      return {
        happened: `${is} invoiced`,
        paragraphs: [`Please pay by ${formatDay(dueOn ?? "")}. ${sayEnclosed(invoices)}`],
      };
    case "Paid":
      return { happened: `${is} paid`, paragraphs: ["We have received your payment. Thank you."] };
    default:
      return { happened: `${has} been shipped`, paragraphs: ["The goods have left our warehouse."] };
  }
}

function sayEnclosed(invoices: number): string {
  if (invoices === 1) return "The invoice is attached.";
  if (invoices <= MOST_ENCLOSED) return "The invoices are attached.";
  return `Of the ${invoices} invoices ${MOST_ENCLOSED} are attached; each is on the page of its order, too.`;
}

import { eq, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import {
  describeLine,
  listReferences,
  MOST,
  nameOrders,
  openOrders,
  summarize,
  sumOf,
  tellOfMore,
} from "#app/features/orders/email-templates.server.ts";
import type { State } from "#app/features/orders/facts.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails, type Mail, rewriteHeldMail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { orderEvents } from "./tables.server.ts";

export type Recipient = { id: string; name: string; email: string };

/** What a mail about a move says, apart from the order. */
type ReportedMove = {
  kind: "move" | "back";
  from: State;
  to: State;
  /** Why an order is declined. */
  reason?: string | undefined;
  dueOn?: string | undefined;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
};

/**
 * The call that moves several orders. It gathers the keys of its mails, which wait until it is over, and the numbers of
 * the invoices that it issues, by order.
 */
export type BulkCall = {
  id: string;
  orderIds: ReadonlySet<string>;
  mails: Set<string>;
  invoices: Map<string, string>;
};

type MovedOrder = Pick<
  OrderRow,
  "id" | "number" | "sheetNumber" | "poNumber" | "productName" | "orderQuantity" | "unitPrice"
>;

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
export function isMailed(to: State): boolean {
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
  move: ReportedMove & { eventId: string; invoices?: ReadonlyMap<string, string> },
  { emailContext, call }: { emailContext: EmailContext; call: BulkCall | undefined },
): Promise<void> {
  const compose = (all: readonly MovedOrder[], key: string): Mail => {
    const invoices = listInvoices(all, move);
    const enclosed = invoices.slice(0, MOST_ENCLOSED).map(({ orderId }) => `invoice order ${orderId}`);
    return {
      ...layOut(renderEmail(all, recipient, { ...move, invoices }), emailContext),
      ...(enclosed.length > 0 ? { enclosed } : {}),
      to: { name: recipient.name, address: recipient.email },
      key,
    };
  };
  if (!call) return enqueueMails(tx, [compose(moved, `order ${moved[0].id} event ${move.eventId}`)]);
  const key = `call ${call.id} ${recipient.id} ${move.kind} ${move.to}`;
  const mail = compose(await listMoved(tx, call.id, recipient.id, move), key);
  if (await rewriteHeldMail(tx, mail)) return;
  // The mail has gone out: the call took longer than the mail was held.
  if (call.mails.has(key)) return enqueueMails(tx, [compose(moved, `${key} ${moved[0].id}`)]);
  await enqueueMails(tx, [mail], { areHeld: true });
  call.mails.add(key);
}

/** The orders of this buyer that one call has moved there so far. */
function listMoved(tx: Tx, callId: string, userId: string, { kind, to }: ReportedMove): Promise<MovedOrder[]> {
  return tx
    .select({
      id: orders.id,
      number: orders.number,
      sheetNumber: orders.sheetNumber,
      poNumber: orders.poNumber,
      productName: orders.productName,
      orderQuantity: orders.orderQuantity,
      unitPrice: orders.unitPrice,
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

type Invoice = { number: string; orderId: string; total: string };

/** The invoices of these orders, each with its sum and the first order on it. */
function listInvoices(
  all: readonly MovedOrder[],
  { kind, to, invoices }: ReportedMove & { invoices?: ReadonlyMap<string, string> },
): Invoice[] {
  if (kind !== "move" || to !== "Invoiced") return [];
  const groups = Map.groupBy(all, ({ id }) => invoices?.get(id));
  return [...groups].flatMap(([number, billed]) => {
    const [first] = billed;
    return number && first ? [{ number, orderId: first.id, total: sumOf(billed) }] : [];
  });
}

type Written = Omit<ReportedMove, "invoices"> & { invoices: readonly Invoice[] };
type Facts = [label: string, value: string][];

function renderEmail(all: readonly MovedOrder[], recipient: Recipient, move: Written): EmailContent {
  const name = nameOrders(all);
  const { happened, subject, paragraphs } = putInWords(move, all);
  const total: Facts = move.to === "declined" || move.kind === "back" ? [] : [["Total", sumOf(all)]];
  return {
    subject: `${name}: ${subject}`,
    heading: `${name}: ${happened}`,
    paragraphs: [`Hello ${recipient.name},`, ...paragraphs, ...tellOfMore(all)],
    facts: [
      ...total,
      ...listBilling(move),
      ...listReferences(all),
      ...listShipment(move),
      ...all
        .slice(0, MOST.listed)
        .map((order): Facts[number] => [`No. ${order.number}`, describeLine(order).join("\n")]),
    ],
    button: openOrders(all),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
}

function listBilling({ invoices, dueOn }: Written): Facts {
  const [only, ...others] = invoices;
  if (!only) return [];
  const numbers =
    others.length === 0 ? only.number : invoices.map(({ number, total }) => `${number}: ${total}`).join("\n");
  return [
    ["To be paid by", formatDay(dueOn ?? "")],
    [others.length === 0 ? "Invoice" : "Invoices", numbers],
  ];
}

function listShipment({ carrier, trackingNumber, trackingUrl }: ReportedMove): Facts {
  return [
    ...(carrier ? [["Carrier", carrier] satisfies Facts[number]] : []),
    ...(trackingNumber ? [["Tracking number", trackingNumber] satisfies Facts[number]] : []),
    ...(trackingUrl ? [["Tracking link", trackingUrl] satisfies Facts[number]] : []),
  ];
}

/** `happened` is the heading's word; the subject says more. */
function putInWords(move: Written, all: readonly MovedOrder[]) {
  const { kind, from, to, reason, dueOn, invoices, carrier, trackingNumber } = move;
  const many = all.length > 1;
  const [it, they, have] = many ? ["them", "They", "have"] : ["it", "It", "has"];
  const say = (happened: string, what: string | undefined, ...paragraphs: string[]) => {
    return { happened, subject: [happened, what].filter(Boolean).join(", "), paragraphs };
  };
  const what = summarize(all);
  if (kind === "back") {
    const mistake = "Our last mail was a mistake.";
    if (from === "Shipped")
      return say("not shipped yet", what, `${mistake} ${they} ${have} not left our warehouse yet.`);
    if (from === "Paid") return say("not paid yet", what, `${mistake} We have not received the payment yet.`);
    if (from === "accepted") return say("not accepted yet", what, `${mistake} We are still reviewing ${it}.`);
    return say("not declined", what, `${mistake} We have not declined ${it}; we are reviewing ${it}.`);
  }
  switch (to) {
    case "accepted":
      return say("accepted", what, `We will write again when we ship ${it}.`);
    case "declined":
      return say("declined", what, `We cannot take ${it}. There is nothing to pay.`, ...(reason ? [reason] : []));
    case "Invoiced": {
      const [only, ...others] = invoices;
      const happened = only && others.length === 0 ? `invoice ${only.number}` : `${invoices.length} invoices`;
      return say(happened, `${sumOf(all)}, due ${formatDay(dueOn ?? "")}`, sayEnclosed(invoices.length));
    }
    case "Paid":
      return say("paid", what, "We have received your payment. Thank you.");
    default:
      return say(
        "shipped",
        [carrier, trackingNumber].filter(Boolean).join(" ") || what,
        "The goods have left our warehouse.",
      );
  }
}

function sayEnclosed(invoices: number): string {
  if (invoices === 1) return "The invoice is attached.";
  if (invoices <= MOST_ENCLOSED) return "The invoices are attached.";
  return `Of the ${invoices} invoices ${MOST_ENCLOSED} are attached; each is on the page of its order, too.`;
}

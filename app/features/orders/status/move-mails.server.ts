import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { addTotals, formatTotal } from "#app/contract/money.ts";
import { findMembership, listManagers } from "#app/features/companies/queries.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { withCompanyCopies } from "#app/features/orders/company-copies.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import {
  describeLine,
  describeMore,
  listReferences,
  MOST,
  nameOrders,
  openOrders,
  summarize,
  sumOf,
} from "#app/features/orders/email-templates.server.ts";
import type { State } from "#app/features/orders/facts.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails, type Mail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { flushPending, listPending } from "#app/platform/mail/pending-notifications.server.ts";
import type { Issued } from "./billing.server.ts";
import { pendingMoveMails, type ReportedMove } from "./tables.server.ts";

export type Recipient = { id: string; name: string; email: string };

/** The call that moves several orders. It gathers the invoices that it issues, by order. */
export type BulkCall = {
  id: string;
  orderIds: ReadonlySet<string>;
  invoices: Map<string, Issued>;
  /** What ships to each address. */
  deliveries: Map<string, string>;
};

type MovedOrder = Pick<
  OrderRow,
  "id" | "number" | "sheetNumber" | "poNumber" | "productName" | "orderQuantity" | "unitPrice"
> & {
  /** The invoice that it is on. */
  invoice: Issued | null;
};

/**
 * Who hears of an order: whoever placed it or, once they have left the company that it is for, a manager of that. Only
 * somebody whose address is confirmed: only then may a mail contain more than links.
 */
export async function findRecipient(
  tx: Db | Tx,
  { userId, companyId }: { userId: string | null; companyId: string | null },
): Promise<Recipient | undefined> {
  const membership = userId && companyId ? await findMembership(tx, userId) : undefined;
  if (companyId && membership?.companyId !== companyId) return (await listManagers(tx, companyId))[0];
  if (userId === null) return undefined;
  const [found] = await tx
    .select({ id: users.id, name: users.name, email: users.email, isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  return found?.isVerified ? found : undefined;
}

const mailed: ReadonlySet<State> = new Set(["accepted", "declined", "invoiced", "partly-shipped", "shipped", "paid"]);

/** Whether the buyer hears by mail that an order moved there. */
export function isMailed(to: State): boolean {
  return mailed.has(to);
}

/** When the mails of a call are due that nobody has released: longer than a call takes. */
const HELD_S = 120;

/**
 * Tells the buyer by mail what has moved, one order or several at once, in the transaction that moves it. The moves of
 * one call that tell the same are one mail, which is written when the call is over.
 */
export async function mailMove(
  tx: Tx,
  recipient: Recipient,
  moved: readonly [OrderRow, ...OrderRow[]],
  move: ReportedMove & { eventId: string; invoices: ReadonlyMap<string, Issued> },
  { emailContext, call }: { emailContext: EmailContext; call: BulkCall | undefined },
): Promise<void> {
  const { eventId, invoices, kind, from, to, reason, dueOn, carrier, trackingNumber, trackingUrl, parts } = move;
  const invoiceOf = ({ id }: OrderRow) => (kind === "move" && to === "invoiced" ? (invoices.get(id) ?? null) : null);
  if (!call) {
    const all = moved.map((order) => ({ ...order, invoice: invoiceOf(order) }));
    const key = `order ${moved[0].id} event ${eventId}`;
    const mail = { ...writeMail(all, recipient, move, emailContext), key };
    return enqueueMails(tx, await withCompanyCopies(tx, [mail]));
  }
  const described = { kind, from, to, reason, dueOn, carrier, trackingNumber, trackingUrl, parts };
  const dueAt = sql`now() + make_interval(secs => ${HELD_S})`;
  await tx.insert(pendingMoveMails).values(
    moved.map((order) => {
      const { number = null, amount = null } = invoiceOf(order) ?? {};
      return { callId: call.id, orderId: order.id, move: described, invoice: number, invoiceAmount: amount, dueAt };
    }),
  );
}

/** The call is over: its mails may be written. */
export async function releaseMoveMails(db: Db | Tx, { id }: BulkCall): Promise<void> {
  await db.update(pendingMoveMails).set({ dueAt: sql`now()` }).where(eq(pendingMoveMails.callId, id));
}

/** Writes the mails about the moves of calls that are over. */
export function mailMoves(db: Db, emailContext: EmailContext): Promise<void> {
  const isDue = lte(pendingMoveMails.dueAt, sql`now()`);
  return flushPending(db, pendingMoveMails, (tx, pending) => writeMails(tx, pending, emailContext), isDue);
}

/** The mails about moves that are still to be written. It writes nothing, so that a backup may ask in its snapshot. */
export async function listMailsOfMoves(db: Db, emailContext: EmailContext): Promise<Mail[]> {
  return writeMails(db, await listPending(db, pendingMoveMails), emailContext);
}

/** One mail for all moves of a call that tell a buyer the same. */
async function writeMails(
  db: Db | Tx,
  pending: readonly (typeof pendingMoveMails.$inferSelect)[],
  emailContext: EmailContext,
): Promise<Mail[]> {
  if (pending.length === 0) return [];
  const moved = await db
    .select({
      id: orders.id,
      number: orders.number,
      sheetNumber: orders.sheetNumber,
      poNumber: orders.poNumber,
      productName: orders.productName,
      orderQuantity: orders.orderQuantity,
      unitPrice: orders.unitPrice,
      recipient: { id: users.id, name: users.name, email: users.email },
    })
    .from(orders)
    .innerJoin(users, and(eq(users.id, orders.userId), users.emailVerified))
    .where(
      inArray(
        orders.id,
        pending.map(({ orderId }) => orderId),
      ),
    );
  const byId = new Map(moved.map((order) => [order.id, order]));
  const all = pending.flatMap(({ orderId, invoice: number, invoiceAmount, ...described }) => {
    const order = byId.get(orderId);
    const invoice = number === null ? null : { number, amount: invoiceAmount ?? "0" };
    return order ? [{ ...described, ...order, invoice }] : [];
  });
  const groups = Map.groupBy(all, ({ callId, recipient, move }) =>
    ["call", callId, recipient.id, move.kind, move.to].join(" "),
  );
  const mails = [...groups].flatMap(([about, some]) => {
    const [first, ...others] = some.toSorted((a, b) => a.number - b.number);
    if (!first) return [];
    const theirs = [first, ...others];
    const key = `${about} ${theirs.map(({ id }) => id).join(" ")}`;
    const parts: Record<string, string> = Object.assign({}, ...theirs.map(({ move }) => move.parts));
    return { ...writeMail(theirs, first.recipient, { ...first.move, parts }, emailContext), key };
  });
  return withCompanyCopies(db, mails);
}

function writeMail(
  all: readonly MovedOrder[],
  recipient: Recipient,
  move: ReportedMove,
  emailContext: EmailContext,
): Omit<Mail, "key"> {
  const invoices = listInvoices(all);
  const enclosed = [
    ...invoices.slice(0, MOST.enclosed).map(({ orderId }) => `invoice order ${orderId}`),
    ...(move.creditNotes ?? []).slice(0, MOST.enclosed).map(({ id }) => `credit-note ${id}`),
  ];
  return {
    ...layOut(renderEmail(all, recipient, { ...move, invoices }, emailContext), emailContext),
    ...(enclosed.length > 0 ? { enclosed } : {}),
    to: { name: recipient.name, address: recipient.email },
  };
}

type Invoice = { number: string; orderId: string; amount: string };

/** The invoices of these orders, each with what it comes to and the first order on it. */
function listInvoices(all: readonly MovedOrder[]): Invoice[] {
  const groups = Map.groupBy(all, ({ invoice }) => invoice?.number);
  return [...groups].flatMap(([number, [first]]) => {
    const amount = first?.invoice?.amount;
    return number && amount ? [{ number, orderId: first.id, amount }] : [];
  });
}

type Written = ReportedMove & { invoices: readonly Invoice[] };
type Facts = [label: string, value: string][];

function renderEmail(
  all: readonly MovedOrder[],
  recipient: Recipient,
  move: Written,
  { bank = [] }: EmailContext,
): EmailContent {
  const name = nameOrders(all);
  const { happened, subject, paragraphs } = putInWords(move, all);
  const sum = move.invoices.length > 0 ? sumInvoices(move) : sumOf(all);
  const total: Facts = move.to === "declined" || move.kind === "back" ? [] : [["Total", sum]];
  return {
    subject: `${name}: ${subject}`,
    heading: `${name}: ${happened}`,
    paragraphs: [`Hello ${recipient.name},`, ...paragraphs, ...describeMore(all)],
    facts: [
      ...total,
      ...listBilling(move),
      ...(move.invoices.length > 0 ? bank : []),
      ...(move.creditNotes ?? []).map(({ number, amount }): Facts[number] => {
        return ["Credited", `${formatTotal(amount)}, credit note ${number}`];
      }),
      ...listReferences(all),
      ...listShipment(move),
      ...all.slice(0, MOST.listed).map((order): Facts[number] => {
        const part = move.parts?.[order.id];
        return [`No. ${order.number}`, [...describeLine(order), ...(part ? [`Shipped: ${part}`] : [])].join("\n")];
      }),
    ],
    button: openOrders(all),
    finePrint: "You get this mail because you ordered from us. Reply to it if something is wrong.",
  };
}

const sumInvoices = ({ invoices }: Written) => formatTotal(addTotals(invoices.map(({ amount }) => amount)));

function listBilling({ invoices, dueOn }: Written): Facts {
  const [only, ...others] = invoices;
  if (!only) return [];
  const numbers =
    others.length === 0
      ? only.number
      : invoices.map(({ number, amount }) => `${number}: ${formatTotal(amount)}`).join("\n");
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
  const { kind, from, to, reason, dueOn, invoices, carrier, trackingNumber, closedShort } = move;
  const many = all.length > 1;
  const [it, they, have] = many ? ["them", "They", "have"] : ["it", "It", "has"];
  const say = (happened: string, what: string | undefined, ...paragraphs: string[]) => {
    return { happened, subject: [happened, what].filter(Boolean).join(", "), paragraphs };
  };
  const what = summarize(all);
  if (kind === "back") {
    const mistake = "Our last mail was a mistake.";
    if (to === "partly-shipped") {
      return say("a part not shipped yet", what, `${mistake} What it said was shipped has not left our warehouse yet.`);
    }
    if (from === "shipped" || from === "partly-shipped")
      return say("not shipped yet", what, `${mistake} ${they} ${have} not left our warehouse yet.`);
    if (from === "paid") return say("not paid yet", what, `${mistake} We have not received the payment yet.`);
    if (from === "accepted") return say("not accepted yet", what, `${mistake} We are still reviewing ${it}.`);
    return say("not declined", what, `${mistake} We have not declined ${it}; we are reviewing ${it}.`);
  }
  switch (to) {
    case "accepted":
      return say("accepted", what, `We will write again when we ship ${it}.`);
    case "declined":
      return say("declined", what, `We cannot take ${it}. There is nothing to pay.`, ...(reason ? [reason] : []));
    case "invoiced": {
      const [only, ...others] = invoices;
      const happened = only && others.length === 0 ? `invoice ${only.number}` : `${invoices.length} invoices`;
      const how =
        others.length === 0
          ? "Please pay what it says by transfer, and name its number."
          : "Please pay what they say by transfer, and name their numbers.";
      const what = `${sumInvoices(move)}, due ${formatDay(dueOn ?? "")}`;
      return say(happened, what, `${sayEnclosed(invoices.length)} ${how}`);
    }
    case "paid":
      return say("paid", what, "We have received your payment. Thank you.");
    default:
      if (closedShort) {
        const gone = "Nothing more of it follows. You pay for what was shipped.";
        return say("shipped with fewer pieces", what, gone, ...(reason ? [reason] : []));
      }
      return say(
        to === "partly-shipped" ? "partly shipped" : "shipped",
        [carrier, trackingNumber].filter(Boolean).join(" ") || what,
        to === "partly-shipped"
          ? "A part of the goods has left our warehouse. We will write again when the rest follows."
          : "The goods have left our warehouse.",
      );
  }
}

function sayEnclosed(invoices: number): string {
  if (invoices === 1) return "The invoice is attached.";
  if (invoices <= MOST.enclosed) return "The invoices are attached.";
  return `Of the ${invoices} invoices ${MOST.enclosed} are attached; each is on the page of its order, too.`;
}

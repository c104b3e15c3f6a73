import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { listStaff } from "#app/features/identity/admins.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { notEnded } from "#app/features/orders/find/filter.server.ts";
import { findRecipient } from "#app/features/orders/status/move-mails.server.ts";
import { orderEvents } from "#app/features/orders/status/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { flushPending, listPending } from "#app/platform/mail/pending-notifications.server.ts";
import { withCompanyCopies } from "./company-copies.server.ts";
import {
  type PlacedOrder,
  type PlacedOrders,
  writeCancellation,
  writeCancellationNotice,
  writeConfirmation,
  writeNotice,
} from "./email-templates.server.ts";
import { FORMER_MEMBER } from "./facts.ts";
import { orders, pendingOrderNotifications } from "./tables.server.ts";

const mailed = {
  id: orders.id,
  number: orders.number,
  sheetId: orders.sheetId,
  sheetNumber: orders.sheetNumber,
  poNumber: orders.poNumber,
  userId: orders.userId,
  companyId: orders.companyId,
  name: orders.name,
  email: orders.email,
  phone: orders.phone,
  address: orders.address,
  company: orders.company,
  shipTo: orders.shipTo,
  productName: orders.productName,
  orderQuantity: orders.orderQuantity,
  unitPrice: orders.unitPrice,
  review: orders.review,
  shipping: orders.shipping,
  payment: orders.payment,
  depositPercent: orders.depositPercent,
  dueOn: orders.dueOn,
};

/** A mail about more orders than this encloses none of their confirmations; the pages of the orders have them. */
const MOST_ENCLOSED = 5;

type PendingOrderNotification = Pick<typeof pendingOrderNotifications.$inferSelect, "orderId" | "isVerified" | "what">;

/** Leaves the mails about orders to `mailPendingOrders`. They are sent if, and only if, the transaction commits. */
export async function queueNotifications(tx: Tx, pending: readonly PendingOrderNotification[]): Promise<void> {
  await tx.insert(pendingOrderNotifications).values([...pending]);
}

/**
 * Leaves to `mailPendingOrders` the confirmations of those orders of this person that have not ended. Nobody has
 * confirmed them by mail, because until now the address was not confirmed.
 */
export async function queueHeldBack(tx: Tx, userId: string): Promise<void> {
  const open = await tx
    .select({ orderId: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(orders.sheetId), notEnded))
    .orderBy(orders.number);
  if (open.length === 0) return;
  await tx
    .insert(pendingOrderNotifications)
    .values(open.map(({ orderId }) => ({ orderId, isVerified: true, what: "held-back" as const })));
}

/**
 * Writes the mails about orders that were placed or cancelled and that nobody has been told about. Orders that wait
 * together share a mail (docs/decisions/013): one to every admin, and one to each buyer, but only at an address that is
 * confirmed, because a stranger must never get what somebody else typed.
 */
export function mailPendingOrders(db: Db, emailContext: EmailContext): Promise<void> {
  return flushPending(db, pendingOrderNotifications, (tx, pending) => writeMails(tx, pending, emailContext));
}

/**
 * The mails that `mailPendingOrders` would write now. It writes nothing, so that a backup may ask within its snapshot.
 */
export async function listMailsOfOrders(db: Db, emailContext: EmailContext): Promise<Mail[]> {
  return writeMails(db, await listPending(db, pendingOrderNotifications), emailContext);
}

async function writeMails(
  db: Db | Tx,
  pending: readonly PendingOrderNotification[],
  emailContext: EmailContext,
): Promise<Mail[]> {
  if (pending.length === 0) return [];
  const admins = await listStaff(db, ["orders", "owner"]);
  const write = { emailContext, admins };
  return withCompanyCopies(db, [
    ...(await writePlaced(
      db,
      pending.filter(({ what }) => what !== "cancelled"),
      write,
    )),
    ...(await writeCancelled(
      db,
      pending.filter(({ what }) => what === "cancelled"),
      write,
    )),
  ]);
}

type Write = { emailContext: EmailContext; admins: Awaited<ReturnType<typeof listStaff>> };

async function writePlaced(db: Db | Tx, pending: readonly PendingOrderNotification[], write: Write): Promise<Mail[]> {
  const ids = pending.map(({ orderId }) => orderId);
  // Nothing is set aside any more for orders that have ended meanwhile; another mail says so.
  const placed = await db
    .select(mailed)
    .from(orders)
    .where(and(inArray(orders.id, ids), notEnded))
    .orderBy(orders.number);
  const added = new Set(pending.flatMap(({ orderId, what }) => (what === "placed" ? [orderId] : [])));
  const toBuyers = groupByBuyer(placed, pending).map((theirs): Mail => {
    const areEnclosed = theirs.length <= MOST_ENCLOSED;
    const letter = writeConfirmation(theirs, { areEnclosed });
    return toBuyer(theirs, letter, areEnclosed ? theirs.flatMap(listPapers) : [], "confirmed", write);
  });
  const [first, ...others] = placed.filter(({ id }) => added.has(id));
  return first
    ? [...toBuyers, ...toAdmins([first, ...others], writeNotice([first, ...others]), "told", write)]
    : toBuyers;
}

function listPapers({ id, payment }: PlacedOrder): string[] {
  return [`confirmation order ${id}`, ...(payment === "invoiced" ? [`invoice order ${id}`] : [])];
}

async function writeCancelled(
  db: Db | Tx,
  pending: readonly PendingOrderNotification[],
  write: Write,
): Promise<Mail[]> {
  const cancelled = await listCancelled(db, pending);
  if (cancelled.length === 0) return [];
  const sheetIds = [...new Set(cancelled.flatMap(({ sheetId }) => sheetId ?? []))];
  const remaining = await db
    .select(mailed)
    .from(orders)
    .where(and(inArray(orders.sheetId, sheetIds), notEnded))
    .orderBy(orders.number);
  const remainingOf = (some: readonly PlacedOrder[]) => {
    const theirs = new Set(some.map(({ sheetId }) => sheetId));
    return remaining.filter(({ sheetId }) => theirs.has(sheetId));
  };
  const mails: Mail[] = [];
  // What one person cancels, the buyer or an admin, is one matter.
  for (const all of Map.groupBy(cancelled, ({ by }) => by).values()) {
    for (const theirs of groupByBuyer(all, pending)) {
      const [first] = theirs;
      // Whoever has left the company hears no more of its orders.
      const to = first.companyId ? await findRecipient(db, first) : first;
      if (!to) continue;
      const rest = remainingOf(theirs);
      const papers = [...new Set(rest.map(({ sheetId }) => `confirmation sheet ${sheetId}`))].slice(0, MOST_ENCLOSED);
      mails.push(toBuyer(theirs, writeCancellation(theirs, rest), papers, "cancelled", { ...write, to }));
    }
    mails.push(...toAdmins(all, writeCancellationNotice(all, remainingOf(all)), "cancelled, told", write));
  }
  return mails;
}

/** The orders whose cancelling nobody has been told about, with who cancelled each and why. */
async function listCancelled(db: Db | Tx, pending: readonly PendingOrderNotification[]) {
  const rows = await db
    .selectDistinctOn([orders.number], {
      ...{ ...mailed, note: orderEvents.note },
      ...{ actorId: orderEvents.actorId, actorRole: orderEvents.actorRole, actor: users.name },
    })
    .from(orders)
    .innerJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.to, "cancelled")))
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(
      inArray(
        orders.id,
        pending.map(({ orderId }) => orderId),
      ),
    )
    .orderBy(orders.number, desc(orderEvents.seq));
  return rows.map(({ actorId, actorRole, actor, note, ...order }) => {
    const isOwn = actorId === order.userId;
    const colleague = actorRole === "buyer" && !isOwn ? (actor ?? FORMER_MEMBER) : null;
    return { ...order, by: actorId, isOwn, colleague, reason: note };
  });
}

/** The orders of each buyer whose address is confirmed. */
function groupByBuyer<One extends PlacedOrder>(
  all: readonly One[],
  pending: readonly PendingOrderNotification[],
): [One, ...One[]][] {
  const verified = new Set(pending.flatMap(({ orderId, isVerified }) => (isVerified ? [orderId] : [])));
  const groups = Map.groupBy(
    all.filter(({ id }) => verified.has(id)),
    ({ email }) => email,
  );
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [[first, ...others]] : []));
}

function toBuyer(
  theirs: PlacedOrders,
  letter: EmailContent,
  enclosed: readonly string[],
  what: string,
  { emailContext, to: { name, email } = theirs[0] }: Write & { to?: { name: string; email: string } },
): Mail {
  return {
    ...layOut(letter, emailContext),
    to: { name, address: email },
    ...(enclosed.length > 0 ? { enclosed } : {}),
    key: `${toKey(theirs)} ${what}`,
  };
}

function toAdmins(
  all: readonly PlacedOrder[],
  letter: EmailContent,
  what: string,
  { emailContext, admins }: Write,
): Mail[] {
  if (admins.length === 0) return [];
  const notice = layOut(letter, emailContext);
  return admins.map(({ id, name, email }) => ({
    ...notice,
    to: { name, address: email },
    key: `${toKey(all)} ${what} to ${id}`,
  }));
}

function toKey(placed: readonly PlacedOrder[]): string {
  return `order ${placed.map(({ id }) => id).join(" ")}`;
}

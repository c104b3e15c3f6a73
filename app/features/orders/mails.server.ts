import { and, inArray } from "drizzle-orm";
import { listAdmins } from "#app/features/identity/admins.server.ts";
import { notEnded } from "#app/features/orders/find/filter.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import { type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";
import { listUntold, tellUntold } from "#app/platform/mail/telling.server.ts";
import { type PlacedOrder, type PlacedOrders, writeConfirmation, writeNotice } from "./letters.server.ts";
import { orders, untoldOrders } from "./tables.server.ts";

const mailed = {
  id: orders.id,
  number: orders.number,
  name: orders.name,
  email: orders.email,
  phone: orders.phone,
  address: orders.address,
  productName: orders.productName,
  orderQuantity: orders.orderQuantity,
  unitPrice: orders.unitPrice,
};

/** A mail about more orders than this encloses none of their confirmations; the pages of the orders have them. */
const MOST_ENCLOSED = 5;

/**
 * Writes the mails of orders that nobody has been told about. Orders that wait together share a mail
 * (docs/decisions/131): one to every admin, and one to each buyer, but only at an address that was confirmed when the
 * order was placed, because a stranger must never get what somebody else typed. Returns how many mails it wrote.
 */
export function tellPlacedOrders(db: Db, letterhead: Letterhead): Promise<number> {
  return tellUntold(db, untoldOrders, (tx, untold) => writeMails(tx, untold, letterhead));
}

/**
 * The mails that `tellPlacedOrders` would write now. It writes nothing, so that a backup may ask within its snapshot.
 */
export async function listMailsOfOrders(db: Db, letterhead: Letterhead): Promise<Mail[]> {
  return writeMails(db, await listUntold(db, untoldOrders), letterhead);
}

type Untold = Pick<typeof untoldOrders.$inferSelect, "orderId" | "isVerified">;

async function writeMails(db: Db | Tx, untold: readonly Untold[], letterhead: Letterhead): Promise<Mail[]> {
  if (untold.length === 0) return [];
  const ids = untold.map(({ orderId }) => orderId);
  // Nothing is set aside any more for orders that have ended meanwhile. If a buyer did not end the order, another mail
  // says so.
  const waiting = and(inArray(orders.id, ids), notEnded);
  const [first, ...others] = await db.select(mailed).from(orders).where(waiting).orderBy(orders.number);
  if (!first) return [];
  const placed: PlacedOrders = [first, ...others];
  const verified = new Set(untold.flatMap(({ orderId, isVerified }) => (isVerified ? [orderId] : [])));
  const byBuyer = new Map<string, PlacedOrders>();
  for (const order of placed) {
    if (!verified.has(order.id)) continue;
    const theirs = byBuyer.get(order.email);
    if (theirs) theirs.push(order);
    else byBuyer.set(order.email, [order]);
  }
  const admins = await listAdmins(db);
  return [
    ...[...byBuyer.values()].map((theirs) => toBuyer(theirs, letterhead)),
    ...toAdmins(placed, admins, letterhead),
  ];
}

function toBuyer(placed: PlacedOrders, letterhead: Letterhead): Mail {
  const areEnclosed = placed.length <= MOST_ENCLOSED;
  return {
    ...layOut(writeConfirmation(placed, { areEnclosed }), letterhead),
    to: { name: placed[0].name, address: placed[0].email },
    ...(areEnclosed ? { enclosed: placed.map(({ id }) => `confirmation order ${id}`) } : {}),
    key: `${toKey(placed)} confirmed`,
  };
}

function toAdmins(
  placed: PlacedOrders,
  admins: Awaited<ReturnType<typeof listAdmins>>,
  letterhead: Letterhead,
): Mail[] {
  if (admins.length === 0) return [];
  const notice = layOut(writeNotice(placed), letterhead);
  return admins.map(({ id, name, email }) => ({
    ...notice,
    to: { name, address: email },
    key: `${toKey(placed)} told to ${id}`,
  }));
}

function toKey(placed: readonly PlacedOrder[]): string {
  return `order ${placed.map(({ id }) => id).join(" ")}`;
}

import { and, eq, inArray } from "drizzle-orm";
import { listStaff } from "#app/features/identity/admins.server.ts";
import { listChargesOfAll } from "#app/features/orders/charges/queries.server.ts";
import { withCompanyCopies } from "#app/features/orders/company-copies.server.ts";
import { notEnded } from "#app/features/orders/find/filter.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { flushPending, listPending } from "#app/platform/mail/pending-notifications.server.ts";
import { type SentSheet, writeConfirmation, writeNotice } from "./email-templates.server.ts";
import { shape } from "./queries.server.ts";
import { pendingSheetNotifications } from "./tables.server.ts";

const mailedOrder = {
  sheetId: orders.sheetId,
  number: orders.number,
  article: trims.number,
  productName: orders.productName,
  orderQuantity: orders.orderQuantity,
  unitPrice: orders.unitPrice,
  review: orders.review,
  shipping: orders.shipping,
  payment: orders.payment,
  depositPercent: orders.depositPercent,
  dueOn: orders.dueOn,
};

/**
 * Writes the mails of sheets that nobody has been told about: one to every admin, and one to the buyer, but only at an
 * address that was confirmed when the sheet was sent, because a stranger must never get what somebody else typed.
 */
export function mailPendingSheets(db: Db, emailContext: EmailContext): Promise<void> {
  return flushPending(db, pendingSheetNotifications, (tx, pending) => writeMails(tx, pending, emailContext));
}

/**
 * The mails that `mailPendingSheets` would write now. It writes nothing, so that a backup may ask within its snapshot.
 */
export async function listMailsOfSheets(db: Db, emailContext: EmailContext): Promise<Mail[]> {
  return writeMails(db, await listPending(db, pendingSheetNotifications), emailContext);
}

/**
 * Leaves to `mailPendingSheets` the confirmations of those sheets of this person that have an order that has not ended.
 * Nobody has confirmed them by mail, because until now the address was not confirmed.
 */
export async function queueHeldBack(tx: Tx, userId: string): Promise<void> {
  const open = await tx
    .selectDistinct({ number: orderSheets.number, sheetId: orderSheets.id })
    .from(orderSheets)
    .innerJoin(orders, eq(orders.sheetId, orderSheets.id))
    .where(and(eq(orderSheets.userId, userId), notEnded))
    .orderBy(orderSheets.number);
  if (open.length === 0) return;
  await tx
    .insert(pendingSheetNotifications)
    .values(open.map(({ sheetId }) => ({ sheetId, isVerified: true, isHeldBack: true })));
}

type PendingSheetNotification = Pick<
  typeof pendingSheetNotifications.$inferSelect,
  "sheetId" | "isVerified" | "isHeldBack"
>;

async function writeMails(
  db: Db | Tx,
  pending: readonly PendingSheetNotification[],
  emailContext: EmailContext,
): Promise<Mail[]> {
  if (pending.length === 0) return [];
  const sheets = await listSent(
    db,
    pending.map(({ sheetId }) => sheetId),
  );
  const verified = new Set(pending.flatMap(({ sheetId, isVerified }) => (isVerified ? [sheetId] : [])));
  const added = new Set(pending.flatMap(({ sheetId, isHeldBack }) => (isHeldBack ? [] : [sheetId])));
  const admins = await listStaff(db, ["orders", "owner"]);
  const mails = sheets.flatMap((sheet) => [
    ...(verified.has(sheet.id) ? [toBuyer(sheet, emailContext)] : []),
    ...(added.has(sheet.id) ? toAdmins(sheet, admins, emailContext) : []),
  ]);
  return withCompanyCopies(db, mails);
}

/**
 * Those of these sheets that have an order that has not ended, the oldest first, with all such orders in the order of
 * their lines. As with single orders, nothing is set aside any more for the others.
 */
async function listSent(db: Db | Tx, ids: string[]): Promise<SentSheet[]> {
  const sheets = await db
    .select({ id: orderSheets.id, ...shape })
    .from(orderSheets)
    .where(inArray(orderSheets.id, ids))
    .orderBy(orderSheets.number);
  const placed = await db
    .select(mailedOrder)
    .from(orders)
    .innerJoin(trims, eq(trims.id, orders.trimId))
    .where(and(inArray(orders.sheetId, ids), notEnded))
    .orderBy(orders.number);
  const ordersOf = Map.groupBy(placed, ({ sheetId }) => sheetId);
  const chargesOf = Map.groupBy(await listChargesOfAll(db, ids), ({ ownerId }) => ownerId);
  return sheets.flatMap((sheet) => {
    const open = ordersOf.get(sheet.id);
    return open ? [{ ...sheet, orders: open, charges: chargesOf.get(sheet.id) ?? [] }] : [];
  });
}

function toBuyer(sheet: SentSheet, emailContext: EmailContext): Mail {
  return {
    ...layOut(writeConfirmation(sheet), emailContext),
    to: { name: sheet.name, address: sheet.email },
    enclosed: [
      `confirmation sheet ${sheet.id}`,
      ...(sheet.orders.some(({ payment }) => payment === "invoiced") ? [`invoice sheet ${sheet.id}`] : []),
    ],
    key: `sheet ${sheet.id} confirmed`,
  };
}

function toAdmins(sheet: SentSheet, admins: Awaited<ReturnType<typeof listStaff>>, emailContext: EmailContext): Mail[] {
  if (admins.length === 0) return [];
  const notice = layOut(writeNotice(sheet), emailContext);
  return admins.map(({ id, name, email }) => ({
    ...notice,
    to: { name, address: email },
    key: `sheet ${sheet.id} told to ${id}`,
  }));
}

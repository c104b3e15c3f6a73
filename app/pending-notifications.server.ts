import * as orders from "#app/features/orders/mails.server.ts";
import * as moves from "#app/features/orders/status/move-mails.server.ts";
import * as sheets from "#app/features/sheets/mails.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";

/** Writes the mails that orders and sheets have left to be written. */
export async function flushPendingNotifications(db: Db, emailContext: EmailContext): Promise<void> {
  // At once, so that a failure of one does not keep the other back.
  await Promise.all([
    orders.mailPendingOrders(db, emailContext),
    sheets.mailPendingSheets(db, emailContext),
    moves.mailMoves(db, emailContext),
  ]);
}

/** The mails that `flushPendingNotifications` would write now; it writes nothing. */
export async function listPendingMails(db: Db, emailContext: EmailContext): Promise<Mail[]> {
  return [
    ...(await orders.listMailsOfOrders(db, emailContext)),
    ...(await sheets.listMailsOfSheets(db, emailContext)),
    ...(await moves.listMailsOfMoves(db, emailContext)),
  ];
}

/**
 * Leaves to `flushPendingNotifications` what this person has not been told, because until now their address was not
 * confirmed.
 */
export async function queueHeldBack(tx: Tx, userId: string): Promise<void> {
  await orders.queueHeldBack(tx, userId);
  await sheets.queueHeldBack(tx, userId);
}

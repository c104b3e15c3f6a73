import { listMailsOfOrders, tellPlacedOrders } from "#app/features/orders/mails.server.ts";
import { listMailsOfSheets, tellSentSheets } from "#app/features/sheets/mails.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Mail } from "#app/platform/mail/enqueue.server.ts";
import type { Letterhead } from "#app/platform/mail/layout.server.ts";

/** Writes the mails that orders and sheets have left to be written. Returns how many there were. */
export async function tellAll(db: Db, letterhead: Letterhead): Promise<number> {
  // At once, so that a failure of one does not keep the other back.
  const [orders, sheets] = await Promise.all([tellPlacedOrders(db, letterhead), tellSentSheets(db, letterhead)]);
  return orders + sheets;
}

/** The mails that `tellAll` would write now; it writes nothing. */
export async function listUntoldMails(db: Db, letterhead: Letterhead): Promise<Mail[]> {
  return [...(await listMailsOfOrders(db, letterhead)), ...(await listMailsOfSheets(db, letterhead))];
}

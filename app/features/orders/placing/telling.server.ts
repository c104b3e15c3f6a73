import { tellPlacedOrders } from "#app/features/orders/mails.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Letterhead } from "#app/platform/mail/layout.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";

const LOOK_MS = 500;

/** Writes the mails of placed orders twice a second, many at once, until the returned function stops it. */
export function keepTelling(db: Db, letterhead: Letterhead, log: Log): () => Promise<void> {
  const tell = () => tellPlacedOrders(db, letterhead);
  return repeat(tell, LOOK_MS, (err) => log.warn({ err }, "mails could not be written"));
}

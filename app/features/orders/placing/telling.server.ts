import { tellPlacedOrders } from "#app/features/orders/mails.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Letterhead } from "#app/platform/mail/layout.server.ts";
import { APART_MS } from "#app/platform/mail/pace.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";

const LOOK_MS = 500;
const LONGEST_REST_MS = 10_000;

/** Writes the mails of placed orders, twice a second or as `restAfter` says. Returns the function that stops it. */
export function keepTelling(db: Db, letterhead: Letterhead, log: Log): () => Promise<void> {
  let restMs = LOOK_MS;
  const tell = async () => {
    restMs = restAfter(await tellPlacedOrders(db, letterhead));
  };
  return repeat(
    tell,
    () => restMs,
    (err) => log.warn({ err }, "mails could not be written"),
  );
}

/**
 * How many ms to wait after writing this many mails: as long as it takes to send them while visitors come. In a rush,
 * orders gather meanwhile, and many share a mail.
 */
export function restAfter(mails: number): number {
  return Math.min(Math.max(mails * APART_MS, LOOK_MS), LONGEST_REST_MS);
}

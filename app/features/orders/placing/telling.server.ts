import { setTimeout as pause } from "node:timers/promises";
import { tellPlacedOrders } from "#app/features/orders/mails.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Letterhead } from "#app/platform/mail/layout.server.ts";

const LOOK_MS = 500;

/** Writes the mails of placed orders twice a second, many at once, until the returned function stops it. */
export function keepTelling(db: Db, letterhead: Letterhead, log: Log): () => Promise<void> {
  const end = new AbortController();
  async function tell(): Promise<void> {
    while (!end.signal.aborted) {
      await tellPlacedOrders(db, letterhead).catch((err: unknown) => log.warn({ err }, "mails could not be written"));
      await pause(LOOK_MS, undefined, { ref: false, signal: end.signal }).catch(() => {});
    }
  }
  const ended = tell();
  return () => {
    end.abort();
    return ended;
  };
}

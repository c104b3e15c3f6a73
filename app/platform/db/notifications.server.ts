import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import type { Connection } from "./client.server.ts";

const RETRY_MS = 1_000;

/**
 * Calls `onNotice` at each notification on `channel`, whichever process caused it, and after each reconnection, because
 * notices may have been missed meanwhile. Returns what ends it.
 */
export function listen(connection: Connection, channel: string, onNotice: () => void, log: Log): () => Promise<void> {
  let client = new pg.Client();
  let attempt: Promise<unknown> = Promise.resolve();
  let ended = false;

  async function keepListening(): Promise<void> {
    while (!ended) {
      client = new pg.Client({ ...connection, keepAlive: true, application_name: "rivet-and-reed listener" });
      const lost = once(client, "end").catch(() => {});
      client.on("error", (error) => log.warn({ err: error }, "the notification connection was lost"));
      client.on("notification", onNotice);
      attempt = client.connect().then(() => client.query(`listen ${client.escapeIdentifier(channel)}`));
      try {
        await attempt;
        onNotice();
        await lost;
      } catch (error) {
        log.warn({ err: error }, "listening for notifications failed");
      }
      if (!ended) await pause(RETRY_MS, undefined, { ref: false });
    }
  }

  void keepListening();
  return async () => {
    ended = true;
    // A client that is ended while it connects never says so.
    await attempt.catch(() => {});
    await client.end().catch(() => {});
  };
}

const GATHER_MS = 200;

/**
 * Returns what tells the other processes, at most five times a second. Sent outside of any transaction on purpose:
 * PostgreSQL lets transactions that notify commit only one after the other.
 */
export function announcer(pool: pg.Pool, channel: string, log: Log): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      pool.query("select pg_notify($1, '')", [channel]).catch((error: unknown) => {
        log.warn({ err: error }, "telling the other processes failed");
      });
    }, GATHER_MS).unref();
  };
}

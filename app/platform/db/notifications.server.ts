import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import type { Log } from "#app/platform/log.server.ts";
import { type Connection, createClient } from "./client.server.ts";

/** After a connection that worked, and while there is none. */
const RETRY_MS = { first: 100, later: 1_000 };
/** A connection may fall silent: how often it is probed, and how long it has to answer. */
const ASK_MS = 1_000;
const PATIENCE_MS = 2_000;

/** Identifies this process among those that share the database. */
const SENDER = randomUUID();
const notice = z.object({ from: z.string(), subjects: z.array(z.string()).optional() });

/** Receives the names of what changed; with no names, anything may have. */
type OnNotice = (subjects?: readonly string[]) => void;

/**
 * Calls `onNotice` for each notification from another process on `channel`, and after each reconnection, because
 * notices may have been missed. A lost connection is noticed at once, a silent one within three seconds. Returns a
 * function that stops it.
 */
export function listen(connection: Connection, channel: string, onNotice: OnNotice, log: Log): () => Promise<void> {
  let client = new pg.Client();
  let attempt: Promise<unknown> = Promise.resolve();
  let ended = false;

  async function keepListening(): Promise<void> {
    while (!ended) {
      let retryMs = RETRY_MS.later;
      client = createClient({ ...connection, query_timeout: PATIENCE_MS }, "rivet-and-reed listener");
      const lost = once(client, "end").catch(() => {});
      client.on("error", (error) => log.warn({ err: error }, "the notification connection was lost"));
      client.on("notification", ({ payload }) => {
        const read = notice.safeParse(parseJson(payload));
        if (read.data?.from !== SENDER) onNotice(read.data?.subjects);
      });
      attempt = client.connect().then(() => client.query(`listen ${client.escapeIdentifier(channel)}`));
      try {
        await attempt;
        onNotice();
        retryMs = RETRY_MS.first;
        const asking = setInterval(askAgain, ASK_MS, client).unref();
        await lost;
        clearInterval(asking);
      } catch (error) {
        log.warn({ err: error }, "listening for notifications failed");
        void client.end().catch(() => {});
      }
      if (!ended) await pause(retryMs, undefined, { ref: false });
    }
  }

  function askAgain(asked: pg.Client): void {
    asked.query("select 1").catch((err: unknown) => {
      if (ended) return;
      log.warn({ err }, "the notification connection does not answer");
      // While a probe is unanswered, it hangs up without waiting for a goodbye.
      asked.end().catch(() => {});
    });
  }

  void keepListening();
  return async () => {
    ended = true;
    // A client ended while connecting never reports it.
    await attempt.catch(() => {});
    await client.end().catch(() => {});
  };
}

function parseJson(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const GATHER_MS = 200;
/** PostgreSQL's limit is 8,000 bytes. Anything longer is sent as "anything". */
const MAX_NOTICE = 7_000;

/**
 * Returns a function that notifies the other processes: at once after a quiet time, but at most five times a second. It
 * runs outside any transaction on purpose: PostgreSQL commits transactions that notify one at a time.
 */
export function announcer(pool: pg.Pool, channel: string, log: Log): OnNotice {
  let gathered: Set<string> | "anything" | undefined;
  let restsUntil = 0;

  function tell(): void {
    const subjects = gathered instanceof Set ? { subjects: [...gathered] } : {};
    gathered = undefined;
    restsUntil = performance.now() + GATHER_MS;
    const whole = JSON.stringify({ from: SENDER, ...subjects });
    const text = Buffer.byteLength(whole) > MAX_NOTICE ? JSON.stringify({ from: SENDER }) : whole;
    pool.query("select pg_notify($1, $2)", [channel, text]).catch((error: unknown) => {
      log.warn({ err: error }, "telling the other processes failed");
    });
  }

  return (subjects) => {
    if (gathered === undefined) {
      gathered = new Set();
      // Even then, it includes everything that changes in the same turn.
      setTimeout(tell, Math.max(0, restsUntil - performance.now())).unref();
    }
    if (!subjects) gathered = "anything";
    else if (gathered instanceof Set) for (const subject of subjects) gathered.add(subject);
  };
}

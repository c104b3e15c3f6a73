import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "hono";
import type { Log } from "#app/platform/log.server.ts";

/** The answer comes within a second, so the database has a little less. */
const PATIENCE_MS = 700;
/** How long an answer is repeated. Anybody may ask, and each check costs the database a write. */
const CACHE_MS = 250;

/** Whether this process is alive, and whether it should get visitors. */
export type Health = {
  /** 200 while the process can answer at all. A process that cannot should be started again. */
  answerAlive: (c: Context) => Response;
  /** 200 when it can take orders, else 503 within a second with the reason. */
  answerReady: (c: Context) => Promise<Response>;
  /** From now on it is not ready: it is about to close. */
  leave: () => void;
};

/** @param ask resolves when the database can take orders. @throws Error whose message says why it cannot */
export function createHealth(ask: () => Promise<void>, log: Log): Health {
  let isLeaving = false;
  let wasReady = true;
  let asking: Promise<string | undefined> | undefined;

  /** Why the database cannot take orders. Callers that come while a check runs share its result. */
  function findFault(): Promise<string | undefined> {
    if (asking) return asking;
    const question = ask().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    asking = question;
    void question
      .then(() => pause(CACHE_MS, undefined, { ref: false }))
      .then(() => {
        asking = undefined;
      });
    return question;
  }

  function note(fault: string | undefined): void {
    if (fault === undefined && !wasReady) log.info("ready again");
    if (fault !== undefined && wasReady) log.warn({ reason: fault }, "not ready");
    wasReady = fault === undefined;
  }

  return {
    answerAlive: (c) => c.text("alive", 200, { "Cache-Control": "no-store" }),
    async answerReady(c) {
      if (isLeaving) return refuse(c, "closing");
      const fault = await Promise.race([
        findFault(),
        pause(PATIENCE_MS, "the database does not answer in time", { ref: false }),
      ]);
      note(fault);
      // The cause may name hosts and roles: that is for the log.
      return fault === undefined ? c.text("ready", 200, { "Cache-Control": "no-store" }) : refuse(c, "not ready");
    },
    leave() {
      isLeaving = true;
    },
  };
}

function refuse(c: Context, words: string): Response {
  return c.text(words, 503, { "Cache-Control": "no-store", "Retry-After": "1" });
}

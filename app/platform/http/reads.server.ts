import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { tooManyRequests, unavailable } from "#app/contract/problem.ts";
import { createFairQueue, type Lane } from "#app/platform/fair-queue.server.ts";
import type { ReadNetwork } from "./client-address.server.ts";
import type { LimitSettings } from "./limits.server.ts";
import { Refusal, refuseForNow, SHOP_IS_BUSY } from "./refusal.server.ts";

/**
 * How many reads that are not answered from memory a sender may keep up each second, and how many may come at once. A
 * page needs a few; an address may be that of an office.
 */
const RATES = { session: { perS: 50, burst: 300 }, address: { perS: 200, burst: 2_000 } };
/** How much more the wider networks of an address may ask for: /24 or /56, and /16 or /48. */
const WIDER = [1, 3, 10];
const REMEMBERED = 20_000;
const RETRY_AFTER_S = 2;

/** A few at a time, because each holds a connection to the database; nobody waits for longer than a visitor would. */
const TURNS = { running: 4, waiting: 100, patienceMs: 10_000 };

/** Limits and orders the reads that cost something. */
export type Reads = {
  /** Who asks: a session, or else a network. For lines that are fair. */
  laneOf(c: Context): Lane;
  /** Counts one read. @throws Refusal too-many-requests when its sender asks for more than anybody needs */
  count(c: Context): void;
  /** Runs a public read when its sender's turn comes. @throws Refusal unavailable */
  inTurn<Result>(c: Context, work: () => Promise<Result>): Promise<Result>;
};

type Options = {
  readNetwork: ReadNetwork;
  /** The token of a session among these cookies, if we signed it. */
  readSessionToken: (cookies: string) => string | undefined;
  settings: LimitSettings;
  /** Milliseconds from a clock that never runs backwards. */
  now?: () => number;
};

/** Counted in this process: what is kept off its core need not be known elsewhere. */
export function createReads({
  readNetwork,
  readSessionToken,
  settings,
  now = () => performance.now(),
}: Options): Reads {
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: REMEMBERED });
  const queue = createFairQueue(TURNS, () => new Refusal(unavailable, SHOP_IS_BUSY, { retryAfterS: RETRY_AFTER_S }));

  function take(key: string, { perS, burst }: { perS: number; burst: number }): boolean {
    const at = now();
    const known = buckets.get(key) ?? { left: burst, at };
    const left = Math.min(burst, known.left + ((at - known.at) / 1_000) * perS) - 1;
    buckets.set(key, { left: Math.max(0, left), at });
    return left >= 0;
  }

  const sessionOf = (c: Context): string | undefined =>
    c.get("who")?.sessionId ?? readSessionToken(c.req.header("cookie") ?? "");

  const laneOf = (c: Context): Lane => {
    const session = sessionOf(c);
    return session === undefined ? ["new", ...readNetwork(c)] : ["known", session];
  };

  return {
    laneOf,
    count(c) {
      // A page that is rendered reads in the process.
      if (settings === "off" || !hasSocket(c)) return;
      const session = sessionOf(c);
      const isFine =
        session === undefined
          ? readNetwork(c)
              .toReversed()
              .every((level, at) => take(level, times(RATES.address, WIDER[at] ?? 1)))
          : take(session, RATES.session);
      if (!isFine) refuseForNow(tooManyRequests, "Too many requests. Please try again in a moment.", RETRY_AFTER_S);
    },
    inTurn: (c, work) => (hasSocket(c) ? queue.run(laneOf(c), work, c.get("stopped") ?? c.req.raw.signal) : work()),
  };
}

function hasSocket(c: Context<{ Bindings: Partial<HttpBindings> }>): boolean {
  return c.env?.incoming !== undefined;
}

function times({ perS, burst }: { perS: number; burst: number }, factor: number) {
  return { perS: perS * factor, burst: burst * factor };
}

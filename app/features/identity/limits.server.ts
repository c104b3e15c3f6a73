import { createHash } from "node:crypto";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#app/platform/db/client.server.ts";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import { rateLimits } from "#app/platform/http/tables.server.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** What may be asked how often. Whoever uses the shop as meant never meets one of these. */
const rules = {
  /** Wrong passwords for one account from one network; the owner elsewhere is not touched by them. */
  "guess-account": { points: 10, duration: 15 * MINUTE_S },
  /** Wrong passwords from one network, whatever the account. */
  "guess-network": { points: 100, duration: 15 * MINUTE_S },
  registration: { points: 100, duration: HOUR_S },
  social: { points: 300, duration: 10 * MINUTE_S },
  /** Mails to one address, and mails caused by one network, each kind on its own. */
  "mail-address": { points: 3, duration: HOUR_S },
  "mail-network": { points: 10, duration: HOUR_S },
} as const;

export type Limits = ReturnType<typeof createLimits>;

/** Limits that all processes share, because they count in the database. */
export function createLimits(db: Db) {
  const limiters = new Map(
    Object.entries(rules).map(([keyPrefix, rule]) => [
      keyPrefix,
      new RateLimiterDrizzle({
        ...rule,
        keyPrefix,
        storeClient: db,
        schema: rateLimits,
        clearExpiredByTimeout: false,
      }),
    ]),
  );
  const limiterOf = (rule: keyof typeof rules) => {
    const limiter = limiters.get(rule);
    if (!limiter) throw new Error(`no limit is called ${rule}`);
    return limiter;
  };

  async function mayPass(rule: keyof typeof rules, key: string): Promise<true | RateLimiterRes> {
    return limiterOf(rule)
      .consume(key)
      .then(
        () => true as const,
        (reason: unknown) => {
          if (reason instanceof RateLimiterRes) return reason;
          throw reason;
        },
      );
  }

  return {
    /** Counts an act of this network. @throws Refusal too-many-requests */
    async take(rule: "registration" | "social", network: string): Promise<void> {
      const passed = await mayPass(rule, network);
      if (passed !== true) refuseAfter(passed);
    },

    /** Wrong passwords for this account from this network: `check` before a password is tried, `count` after a wrong one. */
    guesses(email: string, network: string) {
      const keys = [
        ["guess-account", `${fingerprint(email)} ${network}`],
        ["guess-network", network],
      ] as const;
      return {
        async check(): Promise<void> {
          for (const [rule, key] of keys) {
            const counted = await limiterOf(rule).get(key);
            if (counted && counted.consumedPoints >= rules[rule].points) refuseAfter(counted);
          }
        },
        async count(): Promise<void> {
          await Promise.all(keys.map(([rule, key]) => limiterOf(rule).penalty(key)));
        },
      };
    },

    /** Whether one more mail of this kind may go out. The answer to the person must not tell. */
    async mayMail(kind: string, email: string, network: string): Promise<boolean> {
      const address = await mayPass("mail-address", `${kind} ${fingerprint(email)}`);
      return address === true && (await mayPass("mail-network", `${kind} ${network}`)) === true;
    },
  };
}

function refuseAfter({ msBeforeNext }: RateLimiterRes): never {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(seconds / MINUTE_S);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  refuseForNow("too-many-requests", `Too many attempts. Please try again in ${wait}.`, seconds);
}

/** Keys are short and name nobody. */
function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}

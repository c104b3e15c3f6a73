import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { unavailable } from "#app/contract/problem.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { createFairQueue } from "./fair-queue.server.ts";

/** A hash takes a core for a tenth of a second and 32 MB: one core stays with everybody else, and most of the threads. */
const LIMITS = { running: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 50 };
const RETRY_AFTER_S = 5;
const CROWD = "Many people are signing in at this moment. Please try again shortly.";

const queue = createFairQueue(LIMITS, () => new Refusal(unavailable, CROWD, undefined, RETRY_AFTER_S));
const prepared = new AsyncLocalStorage<{ password: string; hash: string }>();

/** For whatever hashes a password: it runs when the turn of this network and account comes. @throws Refusal unavailable */
export const inTurn = queue.run;

export { hashPassword };

/** Passwords as the identity library asks for them, always within a turn; the hash is the library's own scrypt. */
export const passwords = {
  async hash(password: string): Promise<string> {
    const ready = prepared.getStore();
    return ready?.password === password ? ready.hash : hashPassword(password);
  },
  verify: verifyPassword,
};

/** Runs `act` with the hash of this password at hand, so that no transaction stays open for the time of a hash. */
export function withHash<Result>(password: string, hash: string, act: () => Promise<Result>): Promise<Result> {
  return prepared.run({ password, hash }, act);
}

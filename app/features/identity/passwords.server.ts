import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import { createQueue } from "./queue.server.ts";

/** A hash takes a core for a tenth of a second and 32 MB: one core stays with everybody else, and most of the threads. */
const LIMITS = { running: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 50 };
const RETRY_AFTER_S = 5;

const queue = createQueue(LIMITS, () =>
  refuseForNow("unavailable", "Many people are signing in at this moment. Please try again shortly.", RETRY_AFTER_S),
);
const prepared = new AsyncLocalStorage<{ password: string; hash: string }>();

/** For doors that will hash, before they do anything else: under a flood most of them end here. @throws Refusal unavailable */
export const requireRoomForHash = queue.requireRoom;

/** Passwords as the identity library asks for them; the hash itself is the library's own scrypt. */
export const passwords = {
  async hash(password: string): Promise<string> {
    const ready = prepared.getStore();
    return ready?.password === password ? ready.hash : queue.run(() => hashPassword(password));
  },
  verify: (pair: { hash: string; password: string }) => queue.run(() => verifyPassword(pair)),
};

/** Runs `act` with the hash of this password at hand, so that no transaction stays open for the time of a hash. */
export async function withHashOf<Result>(password: string, act: () => Promise<Result>): Promise<Result> {
  const hash = await queue.run(() => hashPassword(password));
  return prepared.run({ password, hash }, act);
}

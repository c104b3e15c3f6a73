import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import { createQueue } from "./queue.server.ts";

/** Hashing takes a core for a sixth of a second and 32 MB: two at a time leave room for everybody else. */
const LIMITS = { running: 2, waiting: 50 };
const RETRY_AFTER_S = 5;

const queue = createQueue(LIMITS, () =>
  refuseForNow("unavailable", "Many people are signing in at this moment. Please try again shortly.", RETRY_AFTER_S),
);
const prepared = new AsyncLocalStorage<{ password: string; hash: string }>();

/** Passwords as the identity library asks for them; the hash itself is the library's own scrypt. */
export const passwords = {
  async hash(password: string): Promise<string> {
    const ready = prepared.getStore();
    return ready?.password === password ? ready.hash : queue(() => hashPassword(password));
  },
  verify: (pair: { hash: string; password: string }) => queue(() => verifyPassword(pair)),
};

/** Runs `act` with the hash of this password at hand, so that no transaction stays open for the time of a hash. */
export async function withHashOf<Result>(password: string, act: () => Promise<Result>): Promise<Result> {
  const hash = await queue(() => hashPassword(password));
  return prepared.run({ password, hash }, act);
}

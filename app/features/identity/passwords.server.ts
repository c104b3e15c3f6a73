import { availableParallelism } from "node:os";
import { unavailable } from "#app/contract/problem.ts";
import { createFairQueue, type Lane } from "#app/platform/fair-queue.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";

/** A hash takes 32 MB and a core for a tenth of a second. One core and most of the threads stay free for other work. */
const LIMITS = { running: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 50 };
const RETRY_AFTER_S = 5;
const CROWD = "Many people are logging in at this moment. Please try again shortly.";

const queue = createFairQueue(LIMITS, () => new Refusal(unavailable, CROWD, { retryAfterS: RETRY_AFTER_S }));

/**
 * For any call that hashes a password: runs it when this network and account have their turn.
 * @throws Refusal unavailable
 */
export const inTurn = queue.run;

/** Who has logged in before takes turns with all others together, so that no crowd of strangers keeps them waiting. */
export function laneOf(isKnown: boolean, network: Network, account: string): Lane {
  return [isKnown ? "known" : "new", ...network, account];
}

/** How many hashes are being computed, and how many wait. */
export const countHashes = queue.count;

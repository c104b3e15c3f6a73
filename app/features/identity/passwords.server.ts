import { availableParallelism } from "node:os";
import { unavailable } from "#app/contract/problem.ts";
import { createFairQueue } from "#app/platform/fair-queue.server.ts";
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

/** How many hashes are being computed, and how many wait. */
export const countHashes = queue.count;

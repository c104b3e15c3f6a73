import { availableParallelism } from "node:os";
import { unavailable } from "#app/contract/problem.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import { createFairQueue } from "./fair-queue.server.ts";

/** A hash takes a core for a tenth of a second and 32 MB: one core stays with everybody else, and most of the threads. */
const LIMITS = { running: Math.min(2, Math.max(1, availableParallelism() - 1)), waiting: 50 };
const RETRY_AFTER_S = 5;
const CROWD = "Many people are signing in at this moment. Please try again shortly.";

const queue = createFairQueue(LIMITS, () => new Refusal(unavailable, CROWD, undefined, RETRY_AFTER_S));

/** For whatever hashes a password: it runs when the turn of this network and account comes. @throws Refusal unavailable */
export const inTurn = queue.run;

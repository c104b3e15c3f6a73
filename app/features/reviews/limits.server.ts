import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

const DAY = 24 * 60;

/** How many reviews an account may write, and all unconfirmed accounts of a network together. */
export const reviewRules = {
  "review-account": { points: 5, minutes: DAY },
  "review-network": { points: 10, minutes: DAY },
} as const satisfies Record<string, Rule>;

export type ReviewLimits = Limits<keyof typeof reviewRules>;

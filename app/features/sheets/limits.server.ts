import type { Rule } from "#app/platform/http/limits.server.ts";

/**
 * How often an account may save its draft, and how many lists of articles it may have matched; and both for all
 * unconfirmed accounts of a network together. The page saves and asks whenever somebody who types pauses: for saving
 * the limit is twice of what anybody can type.
 */
export const sheetRules = {
  "draft-account": { points: 3000, minutes: 10 },
  "draft-network": { points: 6000, minutes: 10 },
  "match-account": { points: 300, minutes: 10 },
  "match-network": { points: 100, minutes: 10 },
} as const satisfies Record<string, Rule>;

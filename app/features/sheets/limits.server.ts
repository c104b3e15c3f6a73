import type { Rule } from "#app/platform/http/limits.server.ts";

/** How many lists of articles an account may have matched: each may cost as many searches as it has rows. */
export const sheetRules = {
  "match-account": { points: 60, minutes: 10 },
  "match-network": { points: 20, minutes: 10 },
} as const satisfies Record<string, Rule>;

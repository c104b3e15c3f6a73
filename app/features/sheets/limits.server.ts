import type { Rule } from "#app/platform/http/limits.server.ts";

/** How many lists of articles an account may have matched. Who types a list is answered at every pause. */
export const sheetRules = {
  "match-account": { points: 300, minutes: 10 },
  "match-network": { points: 100, minutes: 10 },
} as const satisfies Record<string, Rule>;

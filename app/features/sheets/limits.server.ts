import type { Rule } from "#app/platform/http/limits.server.ts";

/**
 * How often an account may save its draft, how many lists of articles it may have matched, and how many of the names in
 * them may be searched for; and all this for all unconfirmed accounts of a network together. The page saves and asks
 * whenever somebody who types pauses: for saving the limit is twice of what anybody can type. The searches are those of
 * ten full lists that name no trim, or of twenty.
 */
export const sheetRules = {
  "draft-account": { points: 3000, minutes: 10 },
  "draft-network": { points: 6000, minutes: 10 },
  "match-account": { points: 300, minutes: 10 },
  "match-network": { points: 100, minutes: 10 },
  "match-search-account": { points: 4000, minutes: 10 },
  "match-search-network": { points: 2000, minutes: 10 },
  /** The lines of sent sheets: those of ten full ones. Each line becomes an order. */
  "sheet-line-account": { points: 2000, minutes: 60 },
  "sheet-line-network": { points: 400, minutes: 60 },
  /** How often a member asks for approval; each time, all managers get a mail. */
  "approval-account": { points: 60, minutes: 60 },
  "approval-network": { points: 120, minutes: 60 },
} as const satisfies Record<string, Rule>;

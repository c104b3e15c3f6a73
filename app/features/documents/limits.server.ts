import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

/** How many documents an account may have printed: all share one thread, and few may wait for it. */
export const documentRules = {
  "document-account": { points: 120, minutes: 15 },
  /** How many attempts do not count, because too many others were waiting. */
  "document-refused": { points: 5, minutes: 15 },
} as const satisfies Record<string, Rule>;

export type DocumentLimits = Limits<keyof typeof documentRules>;

import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

/** How many mails about trims that are back an account may ask for. Only confirmed accounts may at all. */
export const trimRules = {
  "watch-account": { points: 100, minutes: 60 },
} as const satisfies Record<string, Rule>;

export type TrimLimits = Limits<keyof typeof trimRules>;

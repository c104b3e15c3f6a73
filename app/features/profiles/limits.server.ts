import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

/** How often an account may change its profile, and all unconfirmed accounts of a network together. */
export const profileRules = {
  "profile-account": { points: 30, minutes: 60 },
  "profile-network": { points: 60, minutes: 60 },
} as const satisfies Record<string, Rule>;

export type ProfileLimits = Limits<keyof typeof profileRules>;

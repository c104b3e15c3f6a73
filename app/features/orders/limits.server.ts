import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

/** How many orders an account may place, and all unconfirmed accounts of a network together. */
export const orderRules = {
  "order-account": { points: 200, minutes: 60 },
  "order-network": { points: 20, minutes: 60 },
  /** Messages about orders and sheets. */
  "message-account": { points: 60, minutes: 60 },
  "message-network": { points: 60, minutes: 60 },
} as const satisfies Record<string, Rule>;

export type OrderLimits = Limits<keyof typeof orderRules>;

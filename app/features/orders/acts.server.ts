import type { Act } from "#app/features/audit/queries.server.ts";

/** Acts on another person's order. */
export const orderActs = {
  delete: { code: "delete-order", title: "Cancelled an order" },
} as const satisfies Record<string, Act>;

import type { Act } from "#app/features/audit/queries.server.ts";

/** What may be done to another's order. */
export const orderActs = {
  delete: { code: "delete-order", title: "Cancelled an order" },
} as const satisfies Record<string, Act>;

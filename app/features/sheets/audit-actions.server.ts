import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on whole order sheets. */
export const sheetActions = {
  change: { code: "change-sheet", title: "Changed an order sheet" },
  cancel: { code: "cancel-sheet", title: "Cancelled an order sheet" },
} as const satisfies Record<string, AuditAction>;

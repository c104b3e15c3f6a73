import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on whole order sheets. */
export const sheetActions = {
  cancel: { code: "cancel-sheet", title: "Cancelled an order sheet" },
} as const satisfies Record<string, AuditAction>;

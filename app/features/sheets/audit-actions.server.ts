import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on whole order sheets. */
export const sheetActions = {
  change: { code: "change-sheet", title: "Changed an order sheet" },
  cancel: { code: "cancel-sheet", title: "Cancelled an order sheet" },
  approve: { code: "approve-purchase", title: "Approved what a colleague wants to order" },
  return: { code: "return-purchase", title: "Returned what a colleague wants to order" },
} as const satisfies Record<string, AuditAction>;

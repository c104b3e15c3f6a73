import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on the catalogue. */
export const trimActions = {
  add: { code: "add-trim", title: "Added an item" },
  change: { code: "change-trim", title: "Changed an item" },
  restock: { code: "restock-trim", title: "Restocked an item" },
  remove: { code: "remove-trim", title: "Deleted an item" },
  upload: { code: "upload-image", title: "Uploaded a picture" },
} as const satisfies Record<string, AuditAction>;

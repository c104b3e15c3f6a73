import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on the catalogue as a whole. */
export const catalogueActions = {
  export: { code: "export-items", title: "Exported items" },
  import: { code: "import-items", title: "Imported items" },
} as const satisfies Record<string, AuditAction>;

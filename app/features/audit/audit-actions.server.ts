import type { AuditAction } from "./queries.server.ts";

/** Actions on the audit log itself. */
export const auditLogActions = {
  export: { code: "export-record", title: "Exported the record" },
} as const satisfies Record<string, AuditAction>;

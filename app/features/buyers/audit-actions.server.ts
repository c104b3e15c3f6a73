import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on buyers. */
export const buyerActions = {
  export: { code: "export-buyers", title: "Exported buyers" },
  note: { code: "note-buyer", title: "Wrote a note on a buyer" },
  setTerms: { code: "set-company-terms", title: "Changed the terms of a company" },
  eraseNotes: { code: "erase-notes", title: "Erased the notes about a buyer" },
} as const satisfies Record<string, AuditAction>;

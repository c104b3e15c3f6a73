import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on buyers. */
export const buyerActions = {
  export: { code: "export-buyers", title: "Exported buyers" },
  note: { code: "note-buyer", title: "Wrote a note on a buyer" },
  setTerms: { code: "set-company-terms", title: "Changed the terms of a company" },
  foundCompany: { code: "found-company", title: "Founded a company for a customer" },
  nameManager: { code: "name-manager", title: "Named a manager of a company" },
  mergeCompany: { code: "merge-company", title: "Merged a company into another" },
  eraseNotes: { code: "erase-notes", title: "Erased the notes about a buyer" },
} as const satisfies Record<string, AuditAction>;

import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on buyers. */
export const buyerActions = {
  export: { code: "export-buyers", title: "Exported buyers" },
  note: { code: "note-buyer", title: "Wrote a note on a buyer" },
  eraseNotes: { code: "erase-notes", title: "Erased the notes about a buyer" },
} as const satisfies Record<string, AuditAction>;

import type { Act } from "#app/features/audit/queries.server.ts";

/** Acts on buyers. */
export const buyerActs = {
  export: { code: "export-buyers", title: "Exported buyers" },
  note: { code: "note-buyer", title: "Wrote a note on a buyer" },
  eraseNotes: { code: "erase-notes", title: "Erased the notes about a buyer" },
} as const satisfies Record<string, Act>;

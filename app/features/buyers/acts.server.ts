import type { Act } from "#app/features/audit/queries.server.ts";

/** Acts on buyers. */
export const buyerActs = {
  note: { code: "note-buyer", title: "Wrote a note on a buyer" },
} as const satisfies Record<string, Act>;

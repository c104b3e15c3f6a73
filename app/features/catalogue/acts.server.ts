import type { Act } from "#app/features/audit/queries.server.ts";

/** Acts on the catalogue as a whole. */
export const catalogueActs = {
  export: { code: "export-items", title: "Exported items" },
  import: { code: "import-items", title: "Imported items" },
} as const satisfies Record<string, Act>;

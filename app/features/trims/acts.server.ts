import type { Act } from "#app/features/audit/queries.server.ts";

/** Acts on the catalogue. */
export const trimActs = {
  add: { code: "add-trim", title: "Added an item" },
  change: { code: "change-trim", title: "Changed an item" },
  restock: { code: "restock-trim", title: "Restocked an item" },
  remove: { code: "remove-trim", title: "Deleted an item" },
  upload: { code: "upload-image", title: "Uploaded a picture" },
} as const satisfies Record<string, Act>;

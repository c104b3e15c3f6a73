import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on reviews. */
export const reviewActions = {
  hide: { code: "hide-review", title: "Hid a review" },
  show: { code: "show-review", title: "Showed a review again" },
  answer: { code: "answer-review", title: "Answered a review" },
} as const satisfies Record<string, AuditAction>;

import type { Act } from "#app/features/audit/queries.server.ts";

/** Acts on reviews. */
export const reviewActs = {
  hide: { code: "hide-review", title: "Hid a review" },
  show: { code: "show-review", title: "Showed a review again" },
  answer: { code: "answer-review", title: "Answered a review" },
} as const satisfies Record<string, Act>;

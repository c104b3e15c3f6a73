import { callApi } from "#app/client/session.ts";
import { useAnswer } from "#app/client/use-answer.ts";
import type { List } from "#app/lists/list.ts";
import type { ModeratedReview, ReviewCounts } from "./contract.ts";

/** The counts of all reviews, asked again whenever the list has changed; the page is complete without them. */
export function useCounts({ rows, total }: List<ModeratedReview>): ReviewCounts | undefined {
  const shown = rows.map(({ _id, hidden, answer }) => [_id, hidden?.at, answer?.at].join());
  return useAnswer([total, ...shown].join(), () => callApi("GET /reviewCounts", {})).answer?.data;
}

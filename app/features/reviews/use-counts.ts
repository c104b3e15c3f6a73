import { useEffect, useState } from "react";
import { callApi } from "#app/client/session.ts";
import type { List } from "#app/lists/list.ts";
import type { ModeratedReview, ReviewCounts } from "./contract.ts";

/** The counts of all reviews, asked anew whenever the list has changed; the page is complete without them. */
export function useCounts({ rows, total }: List<ModeratedReview>): ReviewCounts | undefined {
  const [counts, setCounts] = useState<ReviewCounts>();
  const shown = rows.map(({ _id, hidden, answer }) => [_id, hidden?.at, answer?.at].join()).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other counts
  useEffect(() => {
    let isCurrent = true;
    callApi("GET /reviewCounts", {}).then(
      ({ data }) => isCurrent && setCounts(data),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [shown, total]);
  return counts;
}

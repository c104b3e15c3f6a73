import { ApiProblem } from "#app/client/api.ts";
import { type LiveMessage, subscribeLive } from "#app/client/live.ts";
import { createRefresher } from "#app/client/refresher.ts";
import { callApi } from "#app/client/session.ts";

/**
 * Reports how many orders wait for a review, now and whenever that may have changed. Returns a function that stops it.
 */
export function followToReview(adminId: string, tell: (count: number) => void): () => void {
  const refresher = createRefresher(
    () => countToReview().then(tell, leaveAsItIs),
    () => document.visibilityState === "visible",
  );
  const stopHearing = subscribeLive(adminId, (message) => {
    if (concernsReview(message)) refresher.wish();
  });
  document.addEventListener("visibilitychange", refresher.look);
  refresher.wish();
  return () => {
    stopHearing();
    refresher.stop();
    document.removeEventListener("visibilitychange", refresher.look);
  };
}

async function countToReview(): Promise<number> {
  const { data } = await callApi("GET /orderCounts", { query: {} });
  return data.reduce((sum, { review, count }) => sum + (review === "in-review" ? count : 0), 0);
}

/** The page says what is wrong; a menu need not ask again until something happens. */
function leaveAsItIs(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error;
}

/** An order that is placed, reviewed or cancelled, or something that was missed. */
function concernsReview(message: LiveMessage): boolean {
  if (message.kind === "reload" || typeof message.data !== "object" || message.data === null) return true;
  return !("track" in message.data) || (message.data.track !== "shipping" && message.data.track !== "payment");
}

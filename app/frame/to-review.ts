import { ApiProblem } from "#app/client/api.ts";
import { type LiveMessage, subscribeLive } from "#app/client/live.ts";
import { createRefresher } from "#app/client/refresher.ts";
import { callApi } from "#app/client/session.ts";

/** How many orders wait for a review, and how many conversations and claims for our answer. */
export type ForStaff = { toReview: number; toAnswer: number; toSettle: number };

/** Reports what waits for staff, now and whenever that may have changed. Returns a function that stops it. */
export function followToReview(adminId: string, tell: (found: ForStaff) => void): () => void {
  const refresher = createRefresher(
    () => countForStaff().then(tell, leaveAsItIs),
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

async function countForStaff(): Promise<ForStaff> {
  const [counts, waiting, claims] = await Promise.all([
    callApi("GET /orderCounts", { query: {} }),
    callApi("GET /waitingMessages"),
    callApi("GET /claims", { query: { state: "open", limit: 1 } }),
  ]);
  const toReview = counts.data.reduce((sum, { review, count }) => sum + (review === "in-review" ? count : 0), 0);
  return { toReview, toAnswer: waiting.data.length, toSettle: Number(claims.headers.get("x-total-count")) };
}

/** The page says what is wrong; a menu need not ask again until something happens. */
function leaveAsItIs(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error;
}

/** An order that is placed, reviewed, cancelled or written about, or something that was missed. */
function concernsReview(message: LiveMessage): boolean {
  if (message.kind === "reload" || typeof message.data !== "object" || message.data === null) return true;
  return !("track" in message.data) || (message.data.track !== "shipping" && message.data.track !== "payment");
}

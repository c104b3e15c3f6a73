import { useNavigation, useRevalidator } from "react-router";
import { type Answer, ApiProblem } from "#app/client/api.ts";

/** The rows and their total number, which is higher when capped; null when they could not be loaded. */
export type Loaded<Row> = { rows: Row[]; total: number; isCapped?: boolean } | null;

/** True while rows of the list at this hash, or of this page, are loading: another search, more rows, or a retry. */
export function useIsLoading(place: `#${string}` | `/${string}`): boolean {
  const { state: retry } = useRevalidator();
  const { state, location } = useNavigation();
  const isHere = location?.hash === place || location?.pathname === place;
  return retry === "loading" || (state !== "idle" && isHere);
}

/** The rows of an answer with their total; null when the call failed, so that the rest of the page stays. */
export async function orUnloaded<Row>(call: Promise<Answer<Row[]>>): Promise<Loaded<Row>> {
  try {
    const { data: rows, headers } = await call;
    const total = Number(headers.get("X-Total-Count") ?? rows.length);
    return { rows, total, isCapped: headers.has("X-Total-Count-Capped") };
  } catch (error) {
    if (error instanceof ApiProblem) return null;
    throw error;
  }
}

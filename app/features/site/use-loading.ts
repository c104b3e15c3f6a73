import { useNavigation, useRevalidator } from "react-router";

/** The rows and their total number; null when they could not be loaded. */
export type Loaded<Row> = { rows: Row[]; total: number } | null;

/** True while rows of the list at this hash are loading: another search, more rows, or a retry. */
export function useIsLoading(hash: `#${string}`): boolean {
  const { state: retry } = useRevalidator();
  const { state, location } = useNavigation();
  return retry === "loading" || (state !== "idle" && location?.hash === hash);
}

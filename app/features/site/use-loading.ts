import { useNavigation, useRevalidator } from "react-router";

/** The rows and how many there are in all; null when they could not be loaded. */
export type Loaded<Row> = { rows: Row[]; total: number } | null;

/** True while the rows of the list at this hash are on their way: another search, more of them, or a retry. */
export function useIsLoading(hash: `#${string}`): boolean {
  const { state: retry } = useRevalidator();
  const { state, location } = useNavigation();
  return retry === "loading" || (state !== "idle" && location?.hash === hash);
}

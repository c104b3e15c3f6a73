import { useSyncExternalStore } from "react";

const query = "screen and (width < 48rem)";

/** Whether tables are cards and drawers cover the page, as in table.module.css and drawer.module.css. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, isNarrow, () => false);
}

const isNarrow = () => matchMedia(query).matches;

function watch(onChange: () => void) {
  const list = matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

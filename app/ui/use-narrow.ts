import { useSyncExternalStore } from "react";

/** Paper is neither: what is open there is printed. */
const narrow = "screen and (width < 48rem)";
const tight = "screen and (width < 96rem)";

/** Whether tables are cards and drawers cover the page, as in table.module.css and drawer.module.css. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watchers.narrow, isNarrow, () => false);
}

/** Whether a list has no room for details beside it, as in dashboard.layout.module.css. */
export function useTight(): boolean {
  return useSyncExternalStore(watchers.tight, isTight, () => false);
}

const isNarrow = () => matchMedia(narrow).matches;
/** As `useTight`, for code that is no component. */
export const isTight = () => matchMedia(tight).matches;

const watchers = { narrow: watch(narrow), tight: watch(tight) };

function watch(query: string) {
  return (onChange: () => void) => {
    const list = matchMedia(query);
    list.addEventListener("change", onChange);
    return () => list.removeEventListener("change", onChange);
  };
}

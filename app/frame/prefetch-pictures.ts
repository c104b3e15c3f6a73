import { useEffect } from "react";
import { useLocation } from "react-router";

/** From the Network Information API, which not every browser has. */
type Line = { saveData?: boolean; effectiveType?: string };

/**
 * Fetches the pictures further down once the page has loaded and the browser is idle, ready for scrolling, printing or
 * saving. Skipped on a slow connection and for visitors who save data.
 */
export function usePicturesAhead(): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation brings pictures of its own
  useEffect(() => {
    const { saveData = false, effectiveType = "4g" } = (navigator as { connection?: Line }).connection ?? {};
    if (saveData || effectiveType !== "4g") return;
    if (document.readyState === "complete") return whenIdle(fetchPictures);
    let forget: (() => void) | undefined;
    const onLoad = () => {
      forget = whenIdle(fetchPictures);
    };
    addEventListener("load", onLoad, { once: true });
    return () => {
      removeEventListener("load", onLoad);
      forget?.();
    };
  }, [key]);
}

// Skip pictures without layout, such as slides whose turn is still far off.
function fetchPictures(): void {
  for (const picture of document.images) if (picture.checkVisibility()) picture.loading = "eager";
}

/** Returns a function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}

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
    if (document.readyState === "complete") return fetchOneByOne();
    let forget: (() => void) | undefined;
    const onLoad = () => {
      forget = fetchOneByOne();
    };
    addEventListener("load", onLoad, { once: true });
    return () => {
      removeEventListener("load", onLoad);
      forget?.();
    };
  }, [key]);
}

/**
 * Fetches each picture in an idle moment of its own, because requesting them all at once would keep a phone from
 * answering a touch. Returns a function that cancels what is left.
 */
function fetchOneByOne(): () => void {
  let forget = whenIdle(fetchNext);
  function fetchNext(): void {
    // Without layout are, for instance, slides whose turn is still far off.
    const next = [...document.images].find((picture) => picture.loading === "lazy" && picture.checkVisibility());
    if (!next) return;
    next.loading = "eager";
    forget = whenIdle(fetchNext);
  }
  return () => forget();
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

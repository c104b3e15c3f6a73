import { useEffect } from "react";
import { useLocation } from "react-router";

/** Of the Network Information API, which not every browser has. */
type Line = { saveData?: boolean; effectiveType?: string };

/**
 * Fetches the pictures further down as soon as the page is there and the browser idle: whoever scrolls, prints or saves the
 * page finds them. Not on a slow line, nor for a visitor who saves data.
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

// Not those that are not laid out, such as slides whose turn is not near.
function fetchPictures(): void {
  for (const picture of document.images) if (picture.checkVisibility()) picture.loading = "eager";
}

/** Returns how to call it off. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act);
  return () => cancelIdleCallback(handle);
}

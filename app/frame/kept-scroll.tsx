import { type RefObject, useLayoutEffect, useRef } from "react";
import { ScrollRestoration, useLocation, useMatches } from "react-router";

/**
 * Restores how far a page was scrolled, and leaves the first page where its visitor has scrolled to. React Router would
 * go back to the top when the data that the browser fetches for that page arrive.
 */
export function KeptScroll() {
  const { key } = useLocation();
  const matches = useMatches();
  const first = useRef(key);
  const y = useRef(0);
  // After the effects of both children.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data that arrived are in the matches
  useLayoutEffect(() => {
    if (key === first.current && y.current > 0 && scrollY === 0) scrollTo(0, y.current);
  }, [key, matches]);
  return (
    <>
      <ScrollNote y={y} />
      <ScrollRestoration />
    </>
  );
}

/**
 * Notes how far the page is scrolled just before React Router restores it. An event would come too late: focusing
 * something scrolls the page, too.
 */
function ScrollNote({ y }: { y: RefObject<number> }): null {
  useLayoutEffect(() => {
    y.current = scrollY;
  });
  return null;
}

import { useEffect, useLayoutEffect, useRef } from "react";
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
  useEffect(() => {
    const note = () => {
      y.current = scrollY;
    };
    note();
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
  // After the child's effect, and before the browser reports the scroll that it caused.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data that arrived are in the matches
  useLayoutEffect(() => {
    if (key === first.current && y.current > 0 && scrollY === 0) scrollTo(0, y.current);
  }, [key, matches]);
  return <ScrollRestoration />;
}

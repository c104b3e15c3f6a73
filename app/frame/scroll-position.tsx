import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { ScrollRestoration, useLocation, useMatches } from "react-router";

/**
 * Restores how far a page was scrolled, also after a reload. React Router does it, except for two pages: one that Safari
 * has kept whole is shown from its top, and the first page goes back to its top when the data that the browser requests
 * for it arrive.
 */
export function ScrollPosition() {
  useEffect(() => {
    let left = 0;
    const note = () => {
      left = scrollY;
    };
    const goBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) scrollTo(0, left);
    };
    addEventListener("pagehide", note);
    addEventListener("pageshow", goBack);
    return () => {
      removeEventListener("pagehide", note);
      removeEventListener("pageshow", goBack);
    };
  }, []);
  const before = useRef(0);
  const { key } = useLocation();
  const first = useRef<string | undefined>(key);
  // The matches have the data: without them, nothing here would run when these arrive.
  useMatches();
  // After the effects of both children.
  useLayoutEffect(() => {
    if (key !== first.current) first.current = undefined;
    else if (scrollY < before.current) scrollTo(0, before.current);
  });
  return (
    <>
      <ScrollNote y={before} />
      <ScrollRestoration />
    </>
  );
}

/** Notes how far the page is scrolled just before React Router scrolls it. */
function ScrollNote({ y }: { y: RefObject<number> }): null {
  useLayoutEffect(() => {
    y.current = scrollY;
  });
  return null;
}

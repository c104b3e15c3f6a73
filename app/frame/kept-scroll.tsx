import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { ScrollRestoration, useLocation, useMatches } from "react-router";

const POSITIONS = "scrolled";

/**
 * Restores how far a page was scrolled, also after a reload, and leaves the first page where its visitor has scrolled
 * to. React Router would go back to the top when the data that the browser fetches for that page arrive.
 */
export function KeptScroll() {
  const { key } = useLocation();
  const matches = useMatches();
  const first = useRef(key);
  const y = useRef(0);
  /** Where the page should be; without its data it may be too short for that. */
  const aim = useRef<number>(undefined);
  const reached = useRef(0);
  // After the effects of both children.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the data that arrived are in the matches
  useLayoutEffect(() => {
    if (key !== first.current) return;
    aim.current ??= leftAt(key);
    const hasScrolled = y.current !== reached.current;
    if (hasScrolled) aim.current = y.current;
    if (scrollY < aim.current) scrollTo(0, aim.current);
    reached.current = scrollY;
  }, [key, matches]);
  useKeptWhole();
  return (
    <>
      <ScrollNote y={y} />
      <ScrollRestoration storageKey={POSITIONS} />
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

/** How far the page was scrolled when it was last left, by what React Router has stored; 0 if it was not. */
function leftAt(key: string): number {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS) ?? "{}")[key] ?? 0;
  } catch {
    // The browser refuses the storage.
    return 0;
  }
}

/** Safari shows a page that it has kept whole from its top. */
function useKeptWhole(): void {
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
}

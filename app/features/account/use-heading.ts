import { type RefObject, useEffect, useRef } from "react";

/**
 * The heading of a part. When what `shows` counts changes and the focus went with it, the heading takes it; whoever has
 * gone on meanwhile keeps theirs.
 */
export function useHeading(shows: number | boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shows);
  useEffect(() => {
    if (before.current === shows) return;
    before.current = shows;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [shows]);
  return heading;
}

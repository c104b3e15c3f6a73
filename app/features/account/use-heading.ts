import { type RefObject, useEffect, useRef } from "react";

/**
 * The heading of a part of the page. When `shows` changes and the focused control went with it, the heading takes the
 * focus. If the person has moved on to another control, the focus stays there.
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

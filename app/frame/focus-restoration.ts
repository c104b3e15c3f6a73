import { useEffect, useRef } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router";

/** The focused element may vanish with its page, or when a retry replaces it: the keyboard then continues there. */
export function useFocusRestoration(): void {
  const { hash } = useLocation();
  const { state: reading } = useNavigation();
  const { state: retrying } = useRevalidator();
  const last = useLastFocused();
  const isSettled = reading === "idle" && retrying === "idle";
  // Any render by the router may have removed the focused element.
  useEffect(() => {
    // Users who have pressed nothing yet begin at the top.
    if (!isSettled || !last.current || last.current.element.checkVisibility()) return;
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== last.current.element) return;
    const { section } = last.current;
    const inPage = section?.isConnected ? section : document.getElementById(hash.slice(1));
    // The router handles the scroll position.
    (inPage ?? document.getElementById("main"))?.focus({ preventScroll: true });
  });
}

/** The last focused element and the section around it, because once it is gone, its place can no longer be found. */
function useLastFocused() {
  const last = useRef<{ element: Element; section: HTMLElement | null }>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last.current = { element: target, section: target.closest("section[tabindex]") };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  return last;
}

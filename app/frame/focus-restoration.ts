import { useEffect, useRef } from "react";
import { useLocation, useNavigation, useRevalidator } from "react-router";

/** What has the focus may go with its page, or with what a retry brings: the keyboard goes on where that begins. */
export function useKeptFocus(): void {
  const { hash } = useLocation();
  const { state: reading } = useNavigation();
  const { state: retrying } = useRevalidator();
  const last = useLastFocused();
  const isSettled = reading === "idle" && retrying === "idle";
  // Whatever the router renders anew may have taken away what had the focus.
  useEffect(() => {
    // Who has pressed nothing yet begins at the top.
    if (!isSettled || !last.current || last.current.element.checkVisibility()) return;
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== last.current.element) return;
    const { section } = last.current;
    const inPage = section?.isConnected ? section : document.getElementById(hash.slice(1));
    // Where the page is scrolled to is the router's business.
    (inPage ?? document.getElementById("main"))?.focus({ preventScroll: true });
  });
}

/** What had the focus last, and the section around it: afterwards nobody can tell where it stood. */
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

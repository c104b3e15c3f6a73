import { useEffect } from "react";
import { ScrollRestoration } from "react-router";

/**
 * Restores how far a page was scrolled, also after a reload. React Router does it, except for a page that Safari has
 * kept whole: Safari shows that from its top.
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
  return <ScrollRestoration />;
}

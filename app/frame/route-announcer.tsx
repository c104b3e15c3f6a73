import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useFocusRestoration } from "./focus-restoration.ts";

/** Does for a link what a new document would: announces the page's title, and keeps the keyboard's place. */
export function RouteAnnouncer() {
  useFocusRestoration();
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="sr" aria-live="polite">
      {title}
    </p>
  );
}

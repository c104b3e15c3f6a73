import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** After this, a screen reader has begun to read a message. */
const ANNOUNCED_MS = 1000;

/** The value of `data-announced`, which marks a message that must not be read out again when it moves. */
export function useIsAnnounced(): "" | undefined {
  const [isAnnounced, setAnnounced] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(true), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isAnnounced ? "" : undefined;
}

/** Whether the visitor has left the page on which a message was shown: the action it offers is about that page. */
export function usePageLeft(): boolean {
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  return pathname !== page;
}

import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** After this, a screen reader has begun to read a message. */
const TOLD_MS = 1000;

/** The value of `data-told`, which marks a message that must not be read out again when it moves. */
export function useTold(): "" | undefined {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTold(true), TOLD_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTold ? "" : undefined;
}

/** Whether the visitor has left the page on which a message was shown: the action it offers is about that page. */
export function usePageLeft(): boolean {
  const { pathname } = useLocation();
  const [page] = useState(pathname);
  return pathname !== page;
}

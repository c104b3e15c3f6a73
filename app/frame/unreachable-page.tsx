import { useEffect } from "react";
import { type BlockerFunction, createPath, useBlocker, useLocation, useNavigate } from "react-router";
import { isFromProxy } from "#app/client/api.ts";
import { toast } from "#app/ui/toast.ts";

/**
 * Keeps the page when the next one cannot be reached, and says so. React Router reloads the page if the code of the
 * next one does not load; without a connection, only the browser's own error would be left.
 */
export function UnreachablePage() {
  useReloadCaught();
  const blocker = useBlocker(isOutOfReach);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    wanted = undefined;
    blocker.reset();
    void reach(createPath(blocker.location));
  }, [blocker]);
  return null;
}

/** A script that failed to load is never requested again: from then on, each page is loaded as a document. */
let isSpent = false;
/** Where the router is going. It asks here first: an unreachable page may fail before React has heard of the move. */
let wanted: string | undefined;

const isOutOfReach: BlockerFunction = ({ currentLocation, nextLocation }) => {
  wanted = createPath(nextLocation);
  return (isSpent || !navigator.onLine) && nextLocation.pathname !== currentLocation.pathname;
};

/** Whether the shop answers a request for a page, with any status. */
export async function isReached(path: string): Promise<boolean> {
  const answer = await fetch(path, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  return answer !== undefined && !isFromProxy(answer);
}

/** Opens a page if the shop answers, whatever the browser believes about its connection. */
async function reach(path: string): Promise<void> {
  if (await isReached(path)) return location.assign(path);
  const again = { label: "Try again", onAction: () => void reach(path) };
  toast.error("There is no connection to the shop, so you are still on this page.", again);
}

/** A place that is on every page, so that a move there stays within the page. */
const WITHIN = "#main";

/** If a browser thinks it is connected but is not: stops the reload, and the page does not wait any longer. */
function useReloadCaught(): void {
  const here = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    wanted = undefined;
    const keep = (event: NavigateEvent) => {
      if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable || !wanted) return;
      event.preventDefault();
      isSpent = true;
      void reach(wanted);
      void stay();
    };
    /** A move within the page requests nothing, and ends the wait for the next page. The address stays as it was. */
    const stay = async () => {
      const hash = here.hash || WITHIN;
      await navigate({ ...here, hash }, { replace: true, state: here.state, preventScrollReset: true });
      history.replaceState(history.state, "", createPath(here));
    };
    const { navigation } = window as { navigation?: Navigation };
    navigation?.addEventListener("navigate", keep);
    return () => navigation?.removeEventListener("navigate", keep);
  }, [here, navigate]);
}

import { useEffect } from "react";
import { type BlockerFunction, createPath, useBlocker, useLocation, useNavigate } from "react-router";
import { isFromProxy } from "#app/client/api.ts";
import { toast } from "#app/ui/toast.ts";

/**
 * Keeps the page when the next one is out of reach, and says so. React Router reloads the page if the code of the next one
 * does not load; without a connection the browser's own error would be all that is left.
 */
export function PageKeeper() {
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

/** A script that did not load is never asked for again: from then on each page is a document of its own. */
let isSpent = false;
/** Where the router is going. It asks here first: what is out of reach may fail before React has heard of the move. */
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

/** Opens a page if the shop answers, whatever the browser believes of its connection. */
async function reach(path: string): Promise<void> {
  if (await isReached(path)) return location.assign(path);
  const again = { label: "Try again", onAct: () => void reach(path) };
  toast.error("There is no connection to the shop, so you are still on this page.", again);
}

/** Names a place that is on every page, so that a move there is one within the page. */
const WITHIN = "#main";

/** Where a browser thinks it is connected and is not: the reload is stopped, and the page does not wait any more. */
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
    /** A move within the page asks for nothing, and ends the wait for the next. Its address stays as it was. */
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

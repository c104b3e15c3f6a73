import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { ProgressBar } from "#app/ui/progress-bar.tsx";

/** Shorter waits go unnoticed, and show nothing. */
const FELT_MS = 250;

/** Shows and announces that another page is loading. A list that reloads within its page has its own spinner. */
export function PageProgress() {
  const isFelt = useFeltWait();
  return (
    <>
      {isFelt && <ProgressBar label="Loading the page" />}
      <p className="sr" role="status">
        {isFelt && "Loading..."}
      </p>
    </>
  );
}

function useFeltWait(): boolean {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isWaiting = location !== undefined && location.pathname !== pathname;
  const [isFelt, setFelt] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setFelt(true), FELT_MS);
    return () => {
      clearTimeout(timer);
      setFelt(false);
    };
  }, [isWaiting]);
  return isFelt;
}

import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { ProgressBar } from "#app/ui/progress-bar.tsx";

/** A wait shorter than this is not felt, and shows nothing. */
const FELT_MS = 250;

/** Shows and says that another page is on its way. A list that loads anew within its page has a spinner of its own. */
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

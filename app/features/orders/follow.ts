import { useEffect, useRef, useState } from "react";
import { type News, useOrderNews } from "./news.ts";

/** After a refusal or a cut. */
const RETRY_MS = 2000;

/**
 * What a loader answered, or what was asked for since because something happened. A question that fails leaves the page
 * as it is and is asked again: the router would show an error in its place.
 */
export function useFollowed<Data>(
  loaded: Data,
  ask: () => Promise<Data>,
  onNews: (news: News[]) => boolean = () => true,
): Data {
  const [fresh, setFresh] = useState<{ of: Data; data: Data }>();
  const latest = useRef({ loaded, ask });
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { loaded, ask };
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // No answer on its way is the latest.
      asked.current += 1;
    },
    [],
  );

  async function askAgain() {
    clearTimeout(timer.current);
    asked.current += 1;
    const [turn, of] = [asked.current, latest.current.loaded];
    const isLatest = () => asked.current === turn;
    try {
      const data = await latest.current.ask();
      // Whatever was asked for later is fresher.
      if (isLatest() && latest.current.loaded === of) setFresh({ of, data });
    } catch {
      if (isLatest()) timer.current = setTimeout(() => void askAgain(), RETRY_MS);
    }
  }

  useOrderNews((news) => {
    if (onNews(news)) void askAgain();
  });
  return fresh?.of === loaded ? fresh.data : loaded;
}

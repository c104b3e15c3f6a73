import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigation, useRevalidator } from "react-router";
import { createRefresher } from "#app/client/refresher.ts";
import { holdFocus } from "#app/ui/hold-focus.ts";
import { type Update, useOrderUpdates } from "./updates.ts";

/**
 * What a loader returned, or what was requested since because something happened. If a request fails, the page stays as
 * it is and asks again; the router would show an error in its place.
 */
export function useFollowed<Data>(
  loaded: Data,
  ask: () => Promise<Data>,
  onUpdates: (updates: Update[]) => boolean = () => true,
): Data {
  const [fresh, setFresh] = useState<{ of: Data; data: Data }>();
  const latest = useRef({ loaded, ask });
  const refresher = useRef<ReturnType<typeof createRefresher>>(undefined);
  const isLoading = [useNavigation(), useRevalidator()].some(({ state }) => state !== "idle");
  const wasMissed = useRef(false);
  useEffect(() => {
    latest.current = { loaded, ask };
  });
  useEffect(() => {
    let isOver = false;
    async function askAgain() {
      const { loaded: of, ask } = latest.current;
      const data = await ask();
      // What was loaded meanwhile is fresher.
      if (isOver || latest.current.loaded !== of) return;
      const release = holdFocus("main");
      flushSync(() => setFresh({ of, data }));
      release();
    }
    const own = createRefresher(askAgain, () => document.visibilityState === "visible");
    refresher.current = own;
    document.addEventListener("visibilitychange", own.look);
    return () => {
      isOver = true;
      own.stop();
      document.removeEventListener("visibilitychange", own.look);
    };
  }, []);

  useOrderUpdates((updates) => {
    if (!onUpdates(updates)) return;
    refresher.current?.wish();
    if (isLoading) wasMissed.current = true;
  });
  // What a loader was asking for meanwhile may say how things stood before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when something was loaded
  useEffect(() => {
    if (wasMissed.current) refresher.current?.wish();
    wasMissed.current = false;
  }, [loaded]);
  return fresh?.of === loaded ? fresh.data : loaded;
}

import { useEffect, useRef } from "react";
import { type LiveMessage, subscribeLive } from "./live.ts";
import { useSession } from "./session.ts";

/** Hears what the shop tells the signed-in person while the page is shown. */
export function useLive(hear: (message: LiveMessage) => void): void {
  const session = useSession();
  const userId = session.status === "in" ? session.user.uid : undefined;
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(
    () => (userId === undefined ? undefined : subscribeLive(userId, (message) => latest.current(message))),
    [userId],
  );
}

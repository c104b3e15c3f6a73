import { useEffect, useRef } from "react";
import { type LiveMessage, subscribeLive } from "#app/client/live.ts";
import { useSession } from "#app/client/session.ts";
import type { OrderUpdate } from "#app/features/orders/live.contract.ts";

/** What happened to an order; undefined when something may have been missed. */
export type Update = OrderUpdate | undefined;

/** What comes together is answered together. */
const TOGETHER_MS = 100;

/** Hears, while the page is shown, which orders something happened to. */
export function useOrderUpdates(hear: (news: Update[]) => void): void {
  const session = useSession();
  const userId = session.status === "in" ? session.user.uid : undefined;
  const heard = useRef<Update[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useEffect(() => {
    if (userId === undefined) return;
    return subscribeLive(userId, (message) => {
      heard.current.push(readUpdate(message));
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        latest.current(heard.current.splice(0));
      }, TOGETHER_MS);
    });
  }, [userId]);
}

function readUpdate({ kind, ...message }: LiveMessage): Update {
  return kind === "event" && "data" in message && isOrderUpdate(message.data) ? message.data : undefined;
}

/** It comes from our own shop, so only the outline is checked. */
function isOrderUpdate(data: unknown): data is OrderUpdate {
  return typeof data === "object" && data !== null && "orderId" in data && "kind" in data;
}

import { useEffect, useRef } from "react";
import type { LiveMessage } from "#app/client/live.ts";
import { useLive } from "#app/client/use-live.ts";
import type { OrderUpdate } from "#app/features/orders/live.contract.ts";

/** What happened to an order; undefined when something may have been missed. */
export type Update = OrderUpdate | undefined;

/** What comes together is answered together. */
const TOGETHER_MS = 100;

/** Hears, while the page is shown, which orders something happened to. */
export function useOrderUpdates(hear: (news: Update[]) => void): void {
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
  useLive((message) => {
    heard.current.push(readUpdate(message));
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current(heard.current.splice(0));
    }, TOGETHER_MS);
  });
}

function readUpdate({ kind, ...message }: LiveMessage): Update {
  return kind === "event" && "data" in message && isOrderUpdate(message.data) ? message.data : undefined;
}

/** It comes from our own shop, so only the outline is checked. */
function isOrderUpdate(data: unknown): data is OrderUpdate {
  return typeof data === "object" && data !== null && "orderId" in data && "kind" in data;
}

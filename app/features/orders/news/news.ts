import { useEffect, useRef } from "react";
import type { LiveMessage } from "#app/client/live.ts";
import { useLive } from "#app/client/use-live.ts";
import type { OrderNews } from "#app/features/orders/news.contract.ts";

/** What happened to an order; undefined when something may have been missed. */
export type News = OrderNews | undefined;

/** What comes together is answered together. */
const TOGETHER_MS = 100;

/** Hears, while the page is shown, of which orders something happened. */
export function useOrderNews(hear: (news: News[]) => void): void {
  const heard = useRef<News[]>([]);
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
    heard.current.push(readNews(message));
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current(heard.current.splice(0));
    }, TOGETHER_MS);
  });
}

function readNews({ kind, ...told }: LiveMessage): News {
  return kind === "event" && "data" in told && isOrderNews(told.data) ? told.data : undefined;
}

/** The shop's own word, of which only the outline is looked at. */
function isOrderNews(data: unknown): data is OrderNews {
  return typeof data === "object" && data !== null && "orderId" in data && "kind" in data;
}

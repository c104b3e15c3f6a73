import { useEffect, useRef, useState } from "react";
import { redirect } from "react-router";
import { type Answer, ApiProblem } from "#app/shell/api.ts";
import { signOutWhenRefused } from "#app/shell/protected.ts";
import type { Order } from "./contract.ts";
import { nextPageQuery, readPageStart } from "./order-pages.rules.ts";

/** One page of a list of orders, as a loader hands it to its page. */
export type OrderList = {
  orders: Order[];
  /** Of the whole list. */
  total: number;
  /** How many rows stand on the pages before. */
  seen: number;
  /** The query of the page that follows. */
  next: string | undefined;
};

/** The page that the address names, by `load`, which calls the API. */
export async function loadOrderList(
  request: Request,
  load: (after: string | undefined) => Promise<Answer<Order[]>>,
): Promise<OrderList> {
  const { after, seen } = readPageStart(request.url);
  const { data, headers } = await signOutWhenRefused(request, load(after)).catch((error) => {
    const isOddCursor = after !== undefined && error instanceof ApiProblem && error.status === 400;
    throw isOddCursor ? redirect(new URL(request.url).pathname) : error;
  });
  const total = Number(headers.get("X-Total-Count") ?? data.length);
  return { orders: data, total, seen, next: nextPageQuery(headers.get("Link"), seen + data.length) };
}

/** The list less what was deleted since it was loaded: the row goes and the count falls without another request. */
export function useDeletions(loaded: OrderList) {
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus went with its row.
    if (deleted.size > 0) heading.current?.focus();
  }, [deleted]);
  const orders = loaded.orders.filter(({ _id }) => !deleted.has(_id));
  const list: OrderList = { ...loaded, orders, total: loaded.total - (loaded.orders.length - orders.length) };
  const markDeleted = ({ _id }: Order) => setDeleted((ids) => new Set(ids).add(_id));
  return { list, markDeleted, heading };
}

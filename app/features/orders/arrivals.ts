import { useState } from "react";
import type { List } from "#app/lists/list.ts";
import type { Order, OrderNews } from "./contract.ts";
import { useFollowed } from "./follow.ts";

/**
 * An admin's list while it is shown: its rows say what is true now, but neither come nor go nor move. `arrivals` are the
 * ids of orders that came since, to be announced.
 */
export function useArrivals(loaded: List<Order>, ask: () => Promise<List<Order>>) {
  const [told, setTold] = useState<{ of: List<Order>; news: readonly OrderNews[] }>({ of: loaded, news: [] });
  const fresh = useFollowed(loaded, ask, (news) => {
    const known = news.filter((one) => one !== undefined);
    setTold((before) => ({ of: loaded, news: [...(before.of === loaded ? before.news : []), ...known] }));
    return true;
  });
  const news = told.of === loaded ? told.news : [];
  const now = new Map(fresh.rows.map((row) => [row._id, row]));
  // Of orders that have left this list the news alone says where they stand.
  const standing = new Map(
    news.map(({ orderId, review, shipping, payment }) => [orderId, { review, shipping, payment }]),
  );
  const rows = loaded.rows.map((row) => now.get(row._id) ?? { ...row, ...standing.get(row._id) });
  const shown = new Set(loaded.rows.map(({ _id }) => _id));
  const placed = news.filter(({ kind }) => kind === "placed").map(({ orderId }) => orderId);
  // Those that came while the stream was cut are told by nobody, but are the newest of the list.
  const since =
    loaded.rows
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .at(-1) ?? "";
  const came = fresh.rows.filter(({ createdAt }) => createdAt > since).map(({ _id }) => _id);
  return { rows, arrivals: new Set([...came, ...placed].filter((id) => !shown.has(id))) };
}

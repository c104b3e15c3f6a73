import { useState } from "react";
import type { Order } from "#app/features/orders/contract.ts";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import type { List } from "#app/lists/list.ts";
import { addUpdates, type Heard, nothingHeard } from "./arrivals.rules.ts";

/**
 * An admin's list while it is shown: its rows stay up to date, but none appears, disappears or moves. `arrivals` are
 * the ids of orders that came since, to be announced.
 */
export function useArrivals(loaded: List<Order>, ask: () => Promise<List<Order>>) {
  const shown = new Set(loaded.rows.map(({ _id }) => _id));
  const [live, setLive] = useState<{ of: List<Order>; heard: Heard }>({ of: loaded, heard: nothingHeard });
  const fresh = useFollowed(loaded, ask, (updates) => {
    const known = updates.filter((one) => one !== undefined);
    setLive((before) => ({
      of: loaded,
      heard: addUpdates(before.of === loaded ? before.heard : nothingHeard, known, shown),
    }));
    return true;
  });
  const { statuses, arrivals } = live.of === loaded ? live.heard : nothingHeard;
  const now = new Map(fresh.rows.map((row) => [row._id, row]));
  // For orders that have left this list, only the updates give their state.
  const rows = loaded.rows.map((row) => now.get(row._id) ?? { ...row, ...statuses.get(row._id) });
  // Orders that came while the stream was cut are not announced, but they are the newest of the list.
  const since =
    loaded.rows
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .at(-1) ?? "";
  const came = fresh.rows.filter(({ createdAt }) => createdAt > since).map(({ _id }) => _id);
  return { rows, arrivals: new Set([...came, ...arrivals].filter((id) => !shown.has(id))) };
}

import type { OrderStatus } from "#app/features/orders/facts.ts";
import type { OrderUpdate } from "#app/features/orders/live.contract.ts";

/** More new orders than this are no longer counted. */
export const MOST_ARRIVALS = 500;

/** What happened since a list was loaded: the current states of its orders, and which orders came. */
export type Heard = { statuses: ReadonlyMap<string, OrderStatus>; arrivals: ReadonlySet<string> };

export const nothingHeard: Heard = { statuses: new Map(), arrivals: new Set() };

/** Adds updates to what was heard. It stays short, however long a page is open: nothing is kept of orders not `shown`. */
export function addUpdates(heard: Heard, updates: readonly OrderUpdate[], shown: ReadonlySet<string>): Heard {
  const statuses = new Map(heard.statuses);
  const arrivals = new Set(heard.arrivals);
  for (const { orderId, kind, review, shipping, payment } of updates) {
    if (shown.has(orderId)) statuses.set(orderId, { review, shipping, payment });
    else if (kind === "placed" && arrivals.size <= MOST_ARRIVALS) arrivals.add(orderId);
  }
  return { statuses, arrivals };
}

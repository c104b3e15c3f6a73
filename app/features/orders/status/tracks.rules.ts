import type { OrderEvent, OrderStory } from "#app/features/orders/contract.ts";
import { type OrderStatus, type State, states, type Track } from "#app/features/orders/facts.ts";
import { isEnded } from "#app/features/orders/rules.ts";

type TrackedOrder = OrderStatus &
  Pick<OrderStory, "createdAt"> & { events: Pick<OrderEvent, "kind" | "track" | "to" | "at">[] };

/** A step of a track: taken, the present one, the one where the order ended, or to come. */
export type Step = { state: State; is: "done" | "now" | "ended" | "todo"; at: string | undefined };

/**
 * The steps of one track: those the order took, the present one, and those to come. A step that was undone is to come.
 */
export function listSteps(order: TrackedOrder, track: Track): Step[] {
  const taken = listTaken(order, track);
  const now = order[track];
  const isEnd = track === "review" && isEnded(order);
  return [
    ...taken.slice(0, -1).map(({ state, at }): Step => ({ state, at, is: "done" })),
    { state: now, at: taken.at(-1)?.at, is: isEnd ? "ended" : "now" },
    ...listAhead(order, track).map((state): Step => ({ state, at: undefined, is: "todo" })),
  ];
}

/** What is shown instead of further steps if there are none because the order has ended. */
export function describeNoNextStep(order: OrderStatus, track: Track): string | undefined {
  if (track === "review" || !isEnded(order)) return undefined;
  if (track === "shipping") return "nothing leaves";
  return order.payment === "pending" || order.payment === "invoiced" ? "nothing to pay" : undefined;
}

/** The states the order has been in on this track, without those taken back; the last is the present one. */
function listTaken({ createdAt, events }: TrackedOrder, track: Track) {
  const taken: { state: State; at: string | undefined }[] = [{ state: states[track][0], at: createdAt }];
  for (const { kind, track: moved, to, at } of events) {
    if (moved !== track || to === null) continue;
    if (kind === "back") taken.pop();
    else taken.push({ state: to, at });
  }
  // Each delivery of a part is a step to the same state.
  return taken.filter(({ state }, at) => state !== taken[at + 1]?.state);
}

/** The straight way from here; a refund is no part of it. */
function listAhead(order: TrackedOrder, track: Track): State[] {
  if (isEnded(order)) return [];
  const way: readonly State[] = {
    review: ["in-review", "accepted"],
    // Most orders ship at once.
    shipping: states.shipping.filter((state) => state !== "partly-shipped" || order.shipping === state),
    payment: ["pending", "invoiced", "paid"],
  }[track] as State[];
  const here = way.indexOf(order[track]);
  return here < 0 ? [] : way.slice(here + 1);
}

/** Whether its invoice is open. */
export function isInvoiced({ payment }: Pick<OrderStatus, "payment">): boolean {
  return payment === "invoiced";
}

/** Whether its buyer still has something to pay. */
export function isPayable(order: OrderStatus): boolean {
  return !isEnded(order) && (order.payment === "pending" || order.payment === "invoiced");
}

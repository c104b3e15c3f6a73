import type { ChargeKind, ClaimRemedy, ClaimState, State, StatusGroup, Track } from "./facts.ts";

/** The words for people of each track. */
export const trackLabels: Record<Track, string> = { review: "Review", shipping: "Shipping", payment: "Payment" };

/** The words for people of each state, as they read within a sentence. */
export const stateLabels: Record<State, string> = {
  "in-review": "in review",
  accepted: "accepted",
  declined: "declined",
  cancelled: "cancelled",
  pending: "Pending",
  "in-production": "In production",
  packed: "Packed",
  "partly-shipped": "Partly shipped",
  shipped: "Shipped",
  delivered: "Delivered",
  invoiced: "Invoiced",
  paid: "Paid",
  refunded: "Refunded",
};

/** What a list is filtered by, in words: the groups have none of their own. */
export function describeFilter(states: readonly (State | StatusGroup)[]): string[] {
  const labels: Partial<Record<State | StatusGroup, string>> = stateLabels;
  return states.map((state) => labels[state] ?? state);
}

/** A state at the beginning of a line: "In review". */
export function stateTitle(state: State): string {
  const label = stateLabels[state];
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** What a buyer gets for a claim. */
export const remedyLabels: Record<ClaimRemedy, string> = { credit: "A credit note", replacement: "A replacement" };

export const claimLabels: Record<ClaimState, string> = {
  open: "Open",
  accepted: "Accepted",
  refused: "Refused",
  withdrawn: "Withdrawn",
};

export const chargeLabels: Record<ChargeKind, string> = { freight: "Freight", discount: "Discount" };

import { addDays } from "#app/contract/calendar.ts";
import type { ClaimState, OrderStatus } from "#app/features/orders/facts.ts";
import { hasLeft } from "#app/features/orders/rules.ts";

/** How many days a buyer has for a claim, from the day of delivery. */
const CLAIM_DAYS = 30;
/** How many days a parcel is thought to travel, where nobody said that it was delivered. */
const TRAVEL_DAYS = 14;

type Delivered = Pick<OrderStatus, "shipping"> & { orderQuantity: number; shippedPieces: number | null };

/** How many pieces of an order have reached its buyer, or are on their way. */
export function piecesDelivered({ shipping, orderQuantity, shippedPieces }: Delivered): number {
  return hasLeft({ shipping }) ? (shippedPieces ?? orderQuantity) : 0;
}

/** The last day for a claim; undefined if nothing has left. Days are `2026-11-28`, in the shop's time zone. */
export function lastClaimDay(days: { deliveredOn?: string | undefined; shippedOn?: string | undefined }) {
  const from = days.deliveredOn ?? (days.shippedOn && addDays(days.shippedOn, TRAVEL_DAYS));
  return from && addDays(from, CLAIM_DAYS);
}

/** How many more pieces may be claimed: those delivered, without those of claims that are open or were accepted. */
export function mostClaimed(delivered: number, claims: readonly { state: ClaimState; pieces: number }[]): number {
  const claimed = claims.filter(({ state }) => state === "open" || state === "accepted");
  return Math.max(
    claimed.reduce((left, { pieces }) => left - pieces, delivered),
    0,
  );
}

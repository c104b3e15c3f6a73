import { webAddress } from "#app/contract/web-address.ts";

/** What an order goes through, side by side. */
export const tracks = ["review", "shipping", "payment"] as const;
export type Track = (typeof tracks)[number];

/** The states of each track. `cancelled` is reached by `DELETE /orders/{id}` alone. */
export const states = {
  review: ["in-review", "accepted", "declined", "cancelled"],
  shipping: ["pending", "in-production", "packed", "partly-shipped", "shipped", "delivered"],
  payment: ["pending", "invoiced", "paid", "refunded"],
} as const;

/** An order's state on each of its tracks. */
export type OrderStatus = { [T in Track]: (typeof states)[T][number] };
export type State = OrderStatus[Track];

/**
 * What an event reports: the order was placed, it moved, a move was undone, somebody wrote a note, changed it, or wrote a
 * message.
 */
export const eventKinds = ["placed", "move", "back", "note", "changed", "message"] as const;

/** Who reads a note. */
export const readers = ["buyer", "internal"] as const;

/** Who writes a message, and for whom it waits: the buyer, or us. */
export const sides = ["buyer", "us"] as const;
export type Side = (typeof sides)[number];

/** The longest note about an order, and the longest reason for declining or cancelling it, in characters. */
export const NOTE_MAX = 1000;

/** By how many percent the pieces delivered may differ from those ordered, at most. */
export const TOLERANCE_MAX = 10;

/** Where a parcel can be followed. */
export const trackingLink = webAddress.max(500, "At most 500 characters");

/** What the warehouse prints: what to take from the shelves, and what to make. */
export const printKinds = ["pick", "production"] as const;
export type PrintKind = (typeof printKinds)[number];

/** What colleagues read where the account of a buyer was deleted. */
export const FORMER_MEMBER = "a former member";

/** The most orders that one call moves. */
export const MOST_MOVED = 200;

/**
 * What a list can be filtered by besides a state: orders not over, orders over, orders declined or cancelled, and those
 * that are accepted and have no invoice.
 */
export const statusGroups = ["open", "history", "ended", "uninvoiced"] as const;
export type StatusGroup = (typeof statusGroups)[number];

/** What is wrong with the pieces of a claim. */
export const claimKinds = ["missing", "damaged", "wrong"] as const;
/** What a buyer gets for them. */
export const claimRemedies = ["credit", "replacement"] as const;
export type ClaimRemedy = (typeof claimRemedies)[number];
export const claimStates = ["open", "accepted", "refused", "withdrawn"] as const;
export type ClaimState = (typeof claimStates)[number];
/** The most pictures of a claim. */
export const CLAIM_PICTURES = 6;

/** The most views of the list of orders that a member of staff can save. */
export const VIEWS_MAX = 30;

/** What an order or sheet costs beside its pieces: transport that the buyer asked for, and what is subtracted. */
export const chargeKinds = ["freight", "discount"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

import { comparePrices, describePieces, formatUnitPrice } from "#app/contract/money.ts";
import { notFound, type Problem } from "#app/contract/problem.ts";
import type { Permission } from "#app/contract/staff.ts";
import { type OrderStatus, type State, type StatusGroup, states, statusGroups, type Track } from "./facts.ts";
import { stateLabels } from "./labels.ts";
import { aboveAvailable, belowMinimum, priceChanged } from "./problems.ts";

type Limits = { moq: number; quantity: number };

/** Why `orderQuantity` pieces of a trim with these limits cannot be ordered, or undefined when they can. */
export function refusalOfQuantity(
  { moq, quantity }: Limits,
  orderQuantity: number,
): { problem: Problem; message: string } | undefined {
  if (orderQuantity < moq) return { problem: belowMinimum, message: `Minimum Order Quantity is ${moq}` };
  if (orderQuantity > quantity) return { problem: aboveAvailable, message: `Maximum Order Quantity is ${quantity}` };
  return undefined;
}

/** Why an order is refused at the price its buyer saw. */
function describeOtherPrice(line: { orderQuantity: number; seen: string; unitPrice: string }): string {
  const { orderQuantity, seen, unitPrice } = line;
  const each = orderQuantity === 1 ? "costs" : "cost";
  return `${describePieces(orderQuantity)} ${each} ${formatUnitPrice(unitPrice)} per piece now, not ${formatUnitPrice(seen)}`;
}

/** Why a line cannot be ordered. `now` is the current value of a field that has just changed. */
export type LineFault = {
  problem: Problem;
  field: "orderQuantity" | "unitPrice";
  message: string;
  now?: string;
};

/**
 * Everything that stands against ordering a line; empty if nothing does. `unitPrice` of the line is the price that its
 * buyer saw, that of the trim what one piece costs at this quantity; no trim, if it has left the catalogue.
 */
export function findFaults(
  { orderQuantity, unitPrice: seen }: { orderQuantity: number; unitPrice?: string | undefined },
  trim: (Limits & { unitPrice: string }) | undefined,
): LineFault[] {
  if (!trim)
    return [{ problem: notFound, field: "orderQuantity", message: "This trim is no longer in the catalogue." }];
  const { unitPrice } = trim;
  const refusal = refusalOfQuantity(trim, orderQuantity);
  const faults: LineFault[] = refusal ? [{ ...refusal, field: "orderQuantity" }] : [];
  // Nobody pays more than they saw; less is welcome.
  if (seen !== undefined && comparePrices(unitPrice, seen) > 0) {
    const message = describeOtherPrice({ orderQuantity, seen, unitPrice });
    faults.push({ problem: priceChanged, field: "unitPrice", message, now: unitPrice });
  }
  return faults;
}

/** A step on one track. */
export type Move = { track: Track; from: State; to: State };

/** Each move that an admin can make, forwards. Page, server and tests read this table. */
export const moves: readonly Move[] = [
  { track: "review", from: "in-review", to: "accepted" },
  { track: "review", from: "in-review", to: "declined" },
  { track: "shipping", from: "pending", to: "in-production" },
  { track: "shipping", from: "pending", to: "packed" },
  { track: "shipping", from: "in-production", to: "packed" },
  { track: "shipping", from: "packed", to: "shipped" },
  { track: "shipping", from: "partly-shipped", to: "shipped" },
  { track: "shipping", from: "shipped", to: "delivered" },
  { track: "payment", from: "pending", to: "invoiced" },
  { track: "payment", from: "invoiced", to: "paid" },
  { track: "payment", from: "paid", to: "refunded" },
];

/** What somebody must be permitted to make a move, forwards or back. */
export function permissionFor({ track, from, to }: Move): Permission {
  if (track === "review") return "manage-orders";
  if (track === "shipping") return "ship-orders";
  return from === "pending" && to === "invoiced" ? "issue-invoices" : "manage-money";
}

/** The days that a buyer has to pay when an invoice names no day. */
export const DUE_DAYS = 30;
/** Above this many days an admin is asked whether the day to pay is meant. */
export const LONG_DUE_DAYS = 120;
/** How long the person who made a move can take it back, in minutes. */
export const BACK_MINUTES = 60;

/** Declined or cancelled: its pieces are back in stock, and it is in no open list. */
export function isEnded({ review }: Pick<OrderStatus, "review">): boolean {
  return review === "declined" || review === "cancelled";
}

/**
 * Which of a sheet's orders count, and are ordered again together: those that are neither declined nor cancelled, or
 * all, if every one is.
 */
export function listCounted<Row extends Pick<OrderStatus, "review">>(orders: readonly Row[]): readonly Row[] {
  const counted = orders.filter((order) => !isEnded(order));
  return counted.length > 0 ? counted : orders;
}

/** Over: ended, or delivered and paid for. All others are *Open*. */
export function isHistory(status: OrderStatus): boolean {
  return isEnded(status) || (status.shipping === "delivered" && isPaid(status));
}

function isPaid({ payment }: OrderStatus): boolean {
  return payment === "paid" || payment === "refunded";
}

/** The moves that an order standing like this can make, forwards. */
export function listMoves(status: OrderStatus): readonly Move[] {
  return moves.filter((move) => move.from === status[move.track] && isOpenFor(status, move));
}

/** Shipping and payment wait for the acceptance; an order that has ended can only be refunded. */
function isOpenFor({ review }: OrderStatus, { track, to }: Move): boolean {
  return track === "review" || review === "accepted" || (review === "cancelled" && to === "refunded");
}

/** The latest move of an order on any track, as seen by a person who may want to take it back. */
export type LatestMove = Move & {
  kind: "move" | "back";
  /** When it was made, in ms since 1970. */
  atMs: number;
  isMine: boolean;
};

/**
 * The step back that is open at `nowMs`: the reverse of the latest move, for the person who made it and for an hour.
 * Any other move since closes it. Nothing returns from `cancelled`, and none from `invoiced`: an invoice is undone by a
 * credit note.
 */
export function findStepBack(latest: LatestMove | undefined, nowMs: number): (Move & { untilMs: number }) | undefined {
  if (!latest?.isMine || latest.kind === "back") return undefined;
  const { track, from, to, atMs } = latest;
  const untilMs = atMs + BACK_MINUTES * 60_000;
  if (nowMs >= untilMs || to === "cancelled" || to === "invoiced") return undefined;
  return { track, from: to, to: from, untilMs };
}

/** The minutes left to take a move back: never more than at first, even if `nowMs` was read before the move. */
export function countMinutesBack(until: string, nowMs: number): number {
  return Math.min(Math.ceil((Date.parse(until) - nowMs) / 60_000), BACK_MINUTES);
}

/** Nothing more of it follows: it shipped as a whole or was closed short. */
export function isClosed({ shipping }: Pick<OrderStatus, "shipping">): boolean {
  return shipping === "shipped" || shipping === "delivered";
}

/**
 * Closed with fewer pieces than were ordered, and credited with the rest: that cannot be taken back. `billed` is what
 * stands invoiced of it.
 */
export function isSettledShort(
  order: Pick<OrderStatus, "shipping"> & { orderQuantity: number },
  billed: { pieces: number } | null | undefined,
): boolean {
  return isClosed(order) && billed != null && billed.pieces < order.orderQuantity;
}

/** Something of it has left the warehouse. */
export function hasLeft({ shipping }: Pick<OrderStatus, "shipping">): boolean {
  return shipping === "partly-shipped" || isClosed({ shipping });
}

/** Whether the order may be cancelled: by its owner while nothing is made, by an admin until it has shipped. */
export function mayCancel(status: OrderStatus, isAdmin: boolean): boolean {
  if (isEnded(status)) return false;
  const { shipping } = status;
  return isAdmin ? !hasLeft({ shipping }) : shipping === "pending";
}

/** Whether a page offers to cancel the order: what `mayCancel` allows, and to staff only if they manage orders. */
export function offersCancel(status: OrderStatus, isAdmin: boolean, may: (permission: Permission) => boolean): boolean {
  return mayCancel(status, isAdmin) && (!isAdmin || may("manage-orders"));
}

/** The state of an order in words: `This order is accepted, Packed and Invoiced.` */
export function describeStatus({ review, shipping, payment }: OrderStatus): string {
  if (review !== "accepted") return `This order is ${stateLabels[review]}.`;
  const paid = payment === "pending" ? "not invoiced" : stateLabels[payment];
  return `This order is ${stateLabels[review]}, ${stateLabels[shipping]} and ${paid}.`;
}

/** Nothing is made or paid before an order is accepted, and nothing that has shipped is cancelled. */
function isPossible({ review, shipping, payment }: OrderStatus): boolean {
  if (review === "accepted") return true;
  if (review === "cancelled") return !hasLeft({ shipping });
  return shipping === "pending" && payment === "pending";
}

/** Every combination of states that an order can have. */
export const allStatuses: readonly OrderStatus[] = states.review
  .flatMap((review) =>
    states.shipping.flatMap((shipping) => states.payment.map((payment) => ({ review, shipping, payment }))),
  )
  .filter(isPossible);

/**
 * The states that a filter selects: any of those named on one track, combined across tracks. `pending`
 * is one of shipping. What has ended is left out unless a shelf or a state of the review asks for it.
 */
export function findStatuses(wanted: readonly (State | StatusGroup)[]): readonly OrderStatus[] {
  const named = (of: readonly string[]) => wanted.filter((word) => of.includes(word));
  const [reviews, shipments] = [named(states.review), named(states.shipping)];
  const payments = named(states.payment.filter((word) => word !== "pending"));
  const groups = named(statusGroups);
  const hides = reviews.length === 0 && groups.length === 0;
  const isOn: Record<StatusGroup, (status: OrderStatus) => boolean> = {
    open: (status) => !isHistory(status),
    history: isHistory,
    ended: isEnded,
    uninvoiced: ({ review, payment }) => review === "accepted" && payment === "pending",
  };
  return allStatuses.filter(
    (status) =>
      !(hides && isEnded(status)) &&
      (reviews.length === 0 || reviews.includes(status.review)) &&
      (shipments.length === 0 || shipments.includes(status.shipping)) &&
      (payments.length === 0 || payments.includes(status.payment)) &&
      (groups.length === 0 || statusGroups.some((group) => groups.includes(group) && isOn[group](status))),
  );
}

/** How many of these orders, counted by their states, have one of these standings. */
export function sumStatuses(
  counts: readonly (OrderStatus & { count: number })[],
  statuses: readonly OrderStatus[],
): number {
  const toKey = ({ review, shipping, payment }: OrderStatus) => [review, shipping, payment].join();
  const wanted = new Set(statuses.map(toKey));
  return counts.reduce((sum, status) => sum + (wanted.has(toKey(status)) ? status.count : 0), 0);
}

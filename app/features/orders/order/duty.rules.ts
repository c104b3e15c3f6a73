import type { Permission } from "#app/contract/staff.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { hasLeft, listMoves, type Move, permissionFor } from "#app/features/orders/rules.ts";
import { isPastDue } from "#app/features/orders/status/order-states.rules.ts";

/** What staff are to do about an order; those without moves wait for somebody else, or are done on the page. */
export const duties = [
  "answer",
  "claim",
  "review",
  "invoice",
  "produce",
  "pack",
  "ship",
  "overdue",
  "deliver",
  "pay",
] as const;
export type Duty = (typeof duties)[number];

/** What is to be done and the moves that do it, the usual one first. */
export type OpenDuty = { duty: Duty; moves: readonly Move[] };

type Asked = {
  /** Somebody waits for our answer. */
  waitsForUs: boolean;
  /** A claim has no answer yet. */
  hasClaim: boolean;
  /** A day in the shop's time zone. */
  today: string;
  may: (permission: Permission) => boolean;
};

/** What a member of staff can do about an order now, the most urgent first; what comes after that stands behind it. */
export function listDuties(
  order: OrderStatus & { dueOn: string | null },
  { waitsForUs, hasClaim, today, may }: Asked,
): OpenDuty[] {
  const moves = listMoves(order).filter((move) => may(permissionFor(move)));
  const found = duties.map((duty) => ({ duty, moves: moves.filter((move) => isFor(duty, move, order, today)) }));
  return found.filter(({ duty, moves }) => {
    if (duty === "answer") return waitsForUs && may("manage-orders");
    if (duty === "claim") return hasClaim && may("manage-orders");
    return moves.length > 0;
  });
}

/** A refund is never what comes next. */
function isFor(duty: Duty, { from, to }: Move, order: OrderStatus & { dueOn: string | null }, today: string): boolean {
  if (duty === "review") return from === "in-review";
  if (duty === "invoice") return to === "invoiced";
  if (duty === "produce") return from === "pending" && (to === "in-production" || to === "packed");
  if (duty === "pack") return from === "in-production";
  if (duty === "ship") return to === "shipped";
  if (duty === "deliver") return to === "delivered";
  if (to !== "paid") return false;
  return isPastDue(order, today) ? duty === "overdue" : duty === "pay";
}

/** Goods have left, and nobody has invoiced them. */
export function isLateInvoice(order: OrderStatus): boolean {
  return order.review === "accepted" && order.payment === "pending" && hasLeft(order);
}

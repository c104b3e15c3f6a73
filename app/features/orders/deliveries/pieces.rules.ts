import { describePieces, formatPieces, formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import type { OrderStatus } from "#app/features/orders/facts.ts";
import { hasLeft } from "#app/features/orders/rules.ts";

type Ordered = Pick<OrderStatus, "payment"> & { orderQuantity: number; tolerance: number };

/** The fewest pieces with which an order counts as delivered: ⌈p(100−t)/100⌉. */
export function leastPieces({ orderQuantity, tolerance }: Pick<Ordered, "orderQuantity" | "tolerance">): number {
  return Math.ceil((orderQuantity * (100 - tolerance)) / 100);
}

/** The most pieces that may be delivered: ⌊p(100+t)/100⌋, and once there is an invoice no more than it says. */
export function mostPieces({ orderQuantity, tolerance, payment }: Ordered): number {
  if (payment !== "pending") return orderQuantity;
  return Math.floor((orderQuantity * (100 + tolerance)) / 100);
}

type Shipped = Pick<OrderStatus, "shipping"> & { orderQuantity: number; shippedPieces: number };

/** `8,000 of 18,000`, while that says more than the order's state; undefined otherwise. */
export function describeShipped({ shipping, orderQuantity, shippedPieces }: Shipped): string | undefined {
  if (!hasLeft({ shipping }) || shippedPieces === orderQuantity) return undefined;
  return `${formatPieces(shippedPieces)} of ${formatPieces(orderQuantity)}`;
}

/** What a mail says of an order's part in a delivery, `after` pieces having left in all. */
export function describePart(
  pieces: number,
  after: number,
  { orderQuantity, isLast }: { orderQuantity: number; isLast: boolean },
): string {
  if (isLast && pieces === orderQuantity) return describePieces(pieces);
  const all = after === pieces ? "" : `; ${formatPieces(after)} in all`;
  const rest = isLast ? "nothing more follows" : `${formatPieces(orderQuantity - after)} follow`;
  return `${formatPieces(pieces)} of ${formatPieces(orderQuantity)} pieces${all}; ${rest}`;
}

/**
 * What so many of the pieces that an invoice bills of an order are credited with, in cents, rounded half up: their share
 * of `amount`, which is without freight.
 */
export function creditShare(pieces: number, line: { pieces: number; amount: bigint }): bigint {
  return (2n * line.amount * BigInt(pieces) + BigInt(line.pieces)) / (2n * BigInt(line.pieces));
}

type Closing = Ordered & {
  shippedPieces: number;
  billed: { invoice: string; pieces: number; line: LineBilled } | null;
};
type LineBilled = { pieces: number; amount: string };

/** What happens if nothing more of a partly shipped order follows, in sentences. */
export function sayClosing({ orderQuantity, shippedPieces, billed }: Closing): string[] {
  const back = orderQuantity - shippedPieces;
  const over = (billed?.pieces ?? 0) - shippedPieces;
  const line = billed && { pieces: billed.line.pieces, amount: toCents(billed.line.amount) };
  return [
    `${describePieces(shippedPieces)} of ${formatPieces(orderQuantity)} have left. ${describePieces(back)} go back to stock.`,
    billed && line && over > 0
      ? `A credit note over ${formatTotal(writeCents(creditShare(over, line)))} of invoice ${billed.invoice} is mailed. This cannot be taken back.`
      : "The invoice bills what has left.",
  ];
}

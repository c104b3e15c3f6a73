import { creditShare } from "#app/features/orders/deliveries/pieces.rules.ts";

/** What happened to an order's money, each in cents and never negative; reversed rows are left out. */
export type Ledger = {
  /** Whether it is on an invoice. */
  isInvoiced: boolean;
  /** On all its invoices. */
  billed: bigint;
  /** By all its credit notes. */
  credited: bigint;
  paid: bigint;
  refunded: bigint;
  writtenOff: bigint;
};

/** What is still to be paid; negative, if more was paid than is due. */
export function restOf({ billed, credited, paid, refunded, writtenOff }: Ledger): bigint {
  return billed - credited - writtenOff - (paid - refunded);
}

/** The payment state of an order. It follows from its rows alone. */
export function paymentStateOf(ledger: Ledger): "pending" | "invoiced" | "paid" | "refunded" {
  if (!ledger.isInvoiced) return "pending";
  if (restOf(ledger) > 0n) return "invoiced";
  if (ledger.paid === 0n) return ledger.writtenOff > 0n || isFree(ledger) ? "paid" : "pending";
  return ledger.refunded >= ledger.paid ? "refunded" : "paid";
}

/** What costs less than a cent is invoiced, and nothing is left to pay. */
function isFree({ billed, credited }: Ledger): boolean {
  return billed === 0n && credited === 0n;
}

/**
 * How an amount is spread over what is left to pay, in the order given: each gets its rest until nothing remains.
 * `over` is what is more than all of it.
 */
export function allocate(amount: bigint, rests: readonly bigint[]): { parts: bigint[]; over: bigint } {
  let left = amount;
  const takeAll = () => {
    const all = left;
    left = 0n;
    return all;
  };
  const parts = rests.map((rest) => {
    if (rest <= 0n) return 0n;
    if (rest >= left) return takeAll();
    left -= rest;
    return rest;
  });
  return { parts, over: left };
}

/**
 * What so many pieces of an invoice's line are credited with, in cents: their share of `line`, which is without freight,
 * and the last of them whatever is `left`, freight too, so that credits add up to the invoice.
 */
export function creditFor(pieces: number, { line, left }: Record<"line" | "left", Pieces>): bigint {
  if (pieces >= left.pieces) return left.amount;
  return least(creditShare(pieces, line), left.amount);
}

/** So many pieces of an order, and what they are billed with, in cents. */
type Pieces = { pieces: number; amount: bigint };

/** A place where money is, in cents: how much more is there than due (positive), or is missing (negative). */
type Balance = { surplus: bigint };

/** What to move from places with a surplus to those where money is missing, in their order. */
export function evenOut<Place extends Balance>(places: readonly Place[]): { from: Place; to: Place; cents: bigint }[] {
  const left = new Map(places.map((place) => [place, place.surplus]));
  const moves: { from: Place; to: Place; cents: bigint }[] = [];
  for (const to of places) {
    for (const from of places) {
      const missing = -(left.get(to) ?? 0n);
      const there = left.get(from) ?? 0n;
      if (missing <= 0n || there <= 0n) continue;
      const cents = there < missing ? there : missing;
      left.set(from, there - cents);
      left.set(to, cents - missing);
      moves.push({ from, to, cents });
    }
  }
  return moves;
}

/** What a refund takes back of each order: first what was paid too much, then the rest of what was paid. */
export function spreadRefund(amount: bigint, ledgers: readonly Ledger[]): { parts: bigint[]; over: bigint } {
  const inHand = ledgers.map(({ paid, refunded }) => paid - refunded);
  const surplus = ledgers.map((ledger, at) => least(-restOf(ledger), inHand[at] ?? 0n));
  const first = allocate(amount, surplus);
  const second = allocate(
    first.over,
    inHand.map((there, at) => there - (first.parts[at] ?? 0n)),
  );
  return { parts: first.parts.map((part, at) => part + (second.parts[at] ?? 0n)), over: second.over };
}

/** The smaller of two amounts. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

import { formatTotal, roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import type { ChargeKind } from "#app/features/orders/facts.ts";
import { chargeLabels } from "#app/features/orders/labels.ts";

/** A charge; `amount` is dollars and cents before tax, and positive for a discount, too. */
export type Charge = { kind: ChargeKind; amount: string; reason: string };

/** What it adds to a sum, in cents: a discount is negative. */
export function centsOf({ kind, amount }: Pick<Charge, "kind" | "amount">): bigint {
  return kind === "discount" ? -toCents(amount) : toCents(amount);
}

/** The sum of these totals, each rounded to cents first, with the charges: `"134.47"`. */
export function totalWith(totals: readonly string[], charges: readonly Pick<Charge, "kind" | "amount">[]): string {
  const goods = totals.reduce((sum, total) => sum + toCents(roundToCents(total)), 0n);
  return writeCents(charges.reduce((sum, charge) => sum + centsOf(charge), goods));
}

/** `$120.00`, and `−$15.00` for a discount. */
export function formatCharge({ kind, amount }: Pick<Charge, "kind" | "amount">): string {
  return `${kind === "discount" ? "−" : ""}${formatTotal(amount)}`;
}

/** `Freight, Two pallets`, but `Air freight to Porto`, which says it. */
export function nameCharge({ kind, reason }: Pick<Charge, "kind" | "reason">): string {
  const label = chargeLabels[kind];
  return reason.toLowerCase().includes(label.toLowerCase()) ? reason : `${label}, ${reason}`;
}

/** `Freight $120.00` */
export function nameSum({ kind, amount }: Pick<Charge, "kind" | "amount">): string {
  return `${chargeLabels[kind]} ${formatTotal(amount)}`;
}

/** `Freight $120.00, Air freight to Porto`. */
export function describeCharge(charge: Charge): string {
  return `${nameSum(charge)}, ${charge.reason}`;
}

/**
 * Spreads an amount over parts by their weights, in cents, so that the shares add up to it; over parts without weight,
 * the first takes all.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, one) => sum + one, 0n);
  let [before, given] = [0n, 0n];
  return weights.map((weight, at) => {
    before += weight;
    const due = whole === 0n ? (at === 0 ? amount : given) : (amount * before) / whole;
    const share = due - given;
    given = due;
    return share;
  });
}

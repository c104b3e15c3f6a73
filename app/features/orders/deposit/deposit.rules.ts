import { formatTotal, roundToCents, toCents, totalPrice, writeCents } from "#app/contract/money.ts";
import { type Charge, centsOf, spread } from "#app/features/orders/charges/charge.rules.ts";

/** `Deposit: 30 %, $300.00, due before production`. */
export function describeDeposit({ due, percent }: { due: string; percent: number | null }): string {
  return `Deposit: ${percent === null ? "" : `${percent} %, `}${formatTotal(due)}, due before production`;
}

/** What the mail of a confirmation says about the deposit; nothing where none was agreed. */
export function sayDeposit(
  lines: readonly { unitPrice: string; orderQuantity: number; depositPercent: number }[],
): string[] {
  const { percent, due } = sumDeposit(
    lines.map(({ unitPrice, orderQuantity, depositPercent }) => {
      return { total: totalPrice(unitPrice, orderQuantity), depositPercent };
    }),
    [],
  );
  if (due === 0n) return [];
  const sum = `${percent === null ? "" : `${percent} %, `}${formatTotal(writeCents(due))}`;
  return [`Before production we need a deposit: ${sum}. The page of the order says how to pay it.`];
}

type Line = { total: string; depositPercent: number };

/** The deposit of orders in cents: as a whole, and by order, where `most` is all that it costs without its tax. */
export type DepositSum = {
  /** Of the whole; null if the orders differ. */
  percent: number | null;
  due: bigint;
  shares: { due: bigint; most: bigint }[];
};

/**
 * What is to be paid of an order, or of the orders of a sheet that have not ended, before they are made: per cent of goods
 * and charges, rounded once for all orders with the same per cent. The shares add up to it.
 */
export function sumDeposit(lines: readonly Line[], charges: readonly Pick<Charge, "kind" | "amount">[]): DepositSum {
  const goods = lines.map(({ total }) => toCents(roundToCents(total)));
  const charged = charges.reduce((sum, charge) => sum + centsOf(charge), 0n);
  const shared = spread(charged, goods);
  const nets = goods.map((cents, at) => (cents + (shared[at] ?? 0n) > 0n ? cents + (shared[at] ?? 0n) : 0n));
  const percents = [...new Set(lines.map(({ depositPercent }) => depositPercent))];
  const dues = nets.map(() => 0n);
  for (const percent of percents) {
    const weights = nets.map((net, at) => (lines[at]?.depositPercent === percent ? net : 0n));
    const net = weights.reduce((sum, one) => sum + one, 0n);
    const due = (net * BigInt(percent) * 2n + 100n) / 200n;
    for (const [at, share] of spread(due, weights).entries()) dues[at] = (dues[at] ?? 0n) + share;
  }
  return {
    percent: percents.length === 1 ? (percents[0] ?? null) : null,
    due: dues.reduce((sum, one) => sum + one, 0n),
    shares: dues.map((due, at) => ({ due, most: nets[at] ?? 0n })),
  };
}

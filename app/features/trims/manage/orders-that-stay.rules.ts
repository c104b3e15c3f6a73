import { describePieces, formatPieces } from "#app/contract/money.ts";

type Held = { inOpenOrders: number; openOrders: number };

/** What a deleted item leaves behind: "17,500 pieces in 1 open order. It stays."; undefined if nothing. */
export function describeOrdersThatStay({ inOpenOrders, openOrders }: Held): string | undefined {
  if (openOrders === 0) return undefined;
  const orders = openOrders === 1 ? "1 open order. It stays." : `${formatPieces(openOrders)} open orders. They stay.`;
  return `${describePieces(inOpenOrders)} in ${orders}`;
}

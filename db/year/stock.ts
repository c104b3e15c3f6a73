import type { Trim } from "#app/features/trims/contract.ts";
import { DAY_MS } from "./days.ts";

/** Pieces that left the stock (below zero), or came back to it. */
export type StockChange = { at: number; pieces: number };

export type Restock = { at: number; pieces: number; before: number };

/** What was there at the opening, and what came in since. */
export type Supply = { first: number; restocks: Restock[] };

/**
 * The deliveries that leave exactly today's stock after these changes, worked out backwards from today so that the
 * stock is never below zero. What comes back to a trim must be at most a third of its stock.
 */
export function planSupply(
  { quantity, moq, lowStockAt }: Trim & { lowStockAt: number | null },
  changes: StockChange[],
): Supply {
  const backwards = changes.toSorted((a, b) => b.at - a.at);
  const largest = Math.max(0, ...changes.map(({ pieces }) => -pieces));
  const mark = lowStockAt ?? 2 * moq;
  const [most, least] = [Math.max(2.2 * quantity, 1.6 * largest, 8 * mark), Math.max(quantity / 3, 1.2 * mark)];
  const restocks: Restock[] = [];
  let stock = quantity;
  for (const [index, { at, pieces }] of backwards.entries()) {
    stock -= pieces;
    const earlier = backwards[index + 1]?.at;
    if (stock <= most || earlier === undefined || at - earlier < 1000) continue;
    const delivered = roundDown(stock - least);
    stock -= delivered;
    restocks.push({ at: Math.floor(Math.max((at + earlier) / 2, at - 2 * DAY_MS)), pieces: delivered, before: stock });
  }
  return { first: stock, restocks: restocks.toReversed() };
}

/** To two digits and zeros. */
function roundDown(pieces: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(pieces)) - 1);
  return Math.floor(pieces / step) * step;
}

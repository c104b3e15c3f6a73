import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { type Prices, quotePrice } from "./rules.ts";

/** What a piece costs from which quantity on, as a table; with `pieces`, the price they reach is marked. */
export function tellPrices(trim: Prices & { moq: number }, pieces?: number) {
  const reached = pieces === undefined ? undefined : quotePrice(trim, pieces).unitPrice;
  const steps = [{ from: trim.moq, price: trim.price }, ...trim.priceBreaks];
  return {
    caption: "Price by quantity",
    heads: ["Pieces from", "Per piece"],
    rows: steps.map(({ from, price }) => ({
      name: formatPieces(from),
      figure: formatUnitPrice(price),
      isMarked: price === reached,
    })),
    mark: "Your price",
  } as const;
}

import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import { type Prices, quotePrice } from "./rules.ts";

type Priced = Prices & { moq: number };

const caption = "Price by quantity";
const heads = ["Pieces from", "Per piece"] as const;

/** What a piece costs from each quantity on, as a table in which the price for `pieces` is marked. */
export function describePrices(trim: Priced, pieces: number | undefined) {
  const reached = pieces === undefined ? undefined : quotePrice(trim, pieces).unitPrice;
  const rows = listSteps(trim).map((step) => ({ ...describeStep(step), isMarked: step.price === reached }));
  return { caption, heads, rows, mark: "Your price" };
}

/** The same, with what each step saves compared with the price at the minimum. */
export function describeSavings(trim: Priced) {
  const rows = listSteps(trim).map((step) => ({ ...describeStep(step), more: describeSaving(step.price, trim.price) }));
  return { caption, heads: [...heads, "Saves"] as const, rows };
}

function listSteps({ moq, price, priceBreaks }: Priced) {
  return [{ from: moq, price }, ...priceBreaks];
}

function describeStep({ from, price }: { from: number; price: string }) {
  return { name: formatPieces(from), figure: formatUnitPrice(price) };
}

function describeSaving(price: string, most: string): string {
  if (price === most) return "minimum";
  const percent = Math.round((1 - Number(price) / Number(most)) * 100);
  return percent < 1 ? "under 1%" : `${percent}%`;
}

import type { Trim } from "#app/features/trims/contract.ts";

export type Stock = "enough" | "below-minimum" | "out";

/** Whether an order is possible now: the stock must cover the minimum order. */
export function describeStock({ quantity, moq }: Pick<Trim, "quantity" | "moq">): Stock {
  if (quantity <= 0) return "out";
  return quantity < moq ? "below-minimum" : "enough";
}

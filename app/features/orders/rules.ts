import type { ProblemCode } from "#app/contract/problem.ts";

type Limits = { moq: number; quantity: number };

/** Why `orderQuantity` pieces of a trim with these limits can not be ordered, or undefined when they can. */
export function refusalOfQuantity(
  { moq, quantity }: Limits,
  orderQuantity: number,
): { code: Extract<ProblemCode, "below-minimum" | "above-available">; message: string } | undefined {
  if (orderQuantity < moq) return { code: "below-minimum", message: `Minimum Order Quantity is ${moq}` };
  if (orderQuantity > quantity) return { code: "above-available", message: `Maximum Order Quantity is ${quantity}` };
  return undefined;
}

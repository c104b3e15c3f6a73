import type { Problem } from "#app/contract/problem.ts";
import { aboveAvailable, belowMinimum } from "./problems.ts";

type Limits = { moq: number; quantity: number };

/** Why `orderQuantity` pieces of a trim with these limits cannot be ordered, or undefined when they can. */
export function refusalOfQuantity(
  { moq, quantity }: Limits,
  orderQuantity: number,
): { problem: Problem; message: string } | undefined {
  if (orderQuantity < moq) return { problem: belowMinimum, message: `Minimum Order Quantity is ${moq}` };
  if (orderQuantity > quantity) return { problem: aboveAvailable, message: `Maximum Order Quantity is ${quantity}` };
  return undefined;
}

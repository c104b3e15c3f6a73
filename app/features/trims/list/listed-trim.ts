import type { Trim } from "#app/features/trims/contract.ts";
import { type Facts, withoutFacts } from "#app/features/trims/facts.contract.ts";
import { lowestPrice } from "#app/features/trims/rules.ts";

/** What a trim's card shows in figures. */
export type Figure = "price" | "moq" | "quantity";

/** A trim as lists show it: instead of its price breaks only the lowest price, undefined if there are none. */
export type ListedTrim = Omit<Trim, keyof Facts | "priceBreaks"> & { lowestPrice: string | undefined };

/** Without what tags do not show: phones load this, too. */
export function toListed(trim: Trim): ListedTrim {
  const { priceBreaks: _, ...shown } = withoutFacts(trim);
  return { ...shown, lowestPrice: lowestPrice(trim) };
}

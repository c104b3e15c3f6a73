import { nameCountry } from "#app/contract/country-name.ts";
import { comparePrices, roundToCents } from "#app/contract/money.ts";

/** What an address consists of. */
export type AddressParts = {
  street: string;
  more?: string | null;
  postcode: string | null;
  town: string;
  country: string;
};

/** An address as it is printed below the company's name, a line each: street, what is more, postcode with town, country. */
export function composeAddress({ street, more, postcode, town, country }: AddressParts): string {
  return [street, more, [postcode, town].filter(Boolean).join(" "), nameCountry(country)].filter(Boolean).join("\n");
}

/** Whether a sum in dollars, rounded to cents, is strictly above a limit in dollars and cents. */
export function isOverLimit(total: string, limit: string): boolean {
  return comparePrices(roundToCents(total), limit) > 0;
}

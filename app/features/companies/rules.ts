import { nameCountry } from "#app/contract/country-name.ts";

/** What an address consists of. */
export type AddressParts = { street: string; postcode: string; town: string; country: string };

/** An address as it is printed below the company's name, a line each: street, postcode with town, country. */
export function composeAddress({ street, postcode, town, country }: AddressParts): string {
  return [street, [postcode, town].filter(Boolean).join(" "), nameCountry(country)].join("\n");
}

import { nameCountry } from "#app/contract/country-name.ts";

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

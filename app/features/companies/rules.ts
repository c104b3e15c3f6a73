import { nameCountry } from "#app/contract/country-name.ts";
import { comparePrices, roundToCents } from "#app/contract/money.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import type { Company } from "./contract.ts";

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

/** An address of the company's book: its name, the text that stands on the papers, and the fields it consists of. */
export type NamedAddress = { label: string; address: string; shipTo: ShipTo };

/** The order form is not the address book. */
const MOST_OF_BOOK = 10;

/** The address book as order forms offer it: where goods may go, and the address that the company starts with. */
export function readBook(addresses: Company["addresses"]): { book: NamedAddress[]; start: string | undefined } {
  const book = addresses
    .filter(({ isForInvoices, isDefault }) => isDefault || !isForInvoices)
    .map(({ label, street, postcode, town, country, isDefault }) => {
      const shipTo = { company: null, name: null, street, more: null, postcode: postcode || null, town, country };
      return { label, address: composeAddress(shipTo), shipTo, isDefault };
    });
  return { book: book.slice(0, MOST_OF_BOOK), start: book.find(({ isDefault }) => isDefault)?.address };
}

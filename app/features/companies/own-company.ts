import type { CallApi } from "#app/client/api.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { composeAddress } from "./rules.ts";

/** An address of the company's book: its name, the text that stands on the papers, and the fields it consists of. */
export type NamedAddress = { label: string; address: string; shipTo: ShipTo };

/** What order forms know of the company of whoever fills them in. */
export type OwnCompany = {
  name: string;
  country: string;
  /** Whether they may only look. */
  isViewer: boolean;
  /** Dollars and cents; an order above it waits for a manager. Null for no limit. */
  orderLimit: string | null;
  /** Where goods may go, the default one first. */
  book: NamedAddress[];
  /** The one that an order starts with, if the company has chosen one. */
  start: string | undefined;
};

/** The order form is not the address book. */
const MOST_OF_BOOK = 10;

/** Undefined for whoever belongs to none. @throws ApiProblem */
export async function findOwnCompany(callApi: CallApi): Promise<OwnCompany | undefined> {
  const { membership } = (await callApi("GET /membership")).data;
  if (!membership) return undefined;
  const { company: name, country, role, orderLimit } = membership;
  const book = membership.addresses
    .filter(({ isForInvoices, isDefault }) => isDefault || !isForInvoices)
    .map(({ label, street, postcode, town, country, isDefault }) => {
      const shipTo = { company: null, name: null, street, more: null, postcode: postcode || null, town, country };
      return { label, address: composeAddress(shipTo), shipTo, isDefault };
    });
  return {
    ...{ name, country, isViewer: role === "viewer", orderLimit },
    book: book.slice(0, MOST_OF_BOOK),
    start: book.find(({ isDefault }) => isDefault)?.address,
  };
}

/** The fields of a written address, if it is one of the book. */
export function findShipTo(book: readonly NamedAddress[], address: string): ShipTo | undefined {
  return book.find((one) => one.address === address)?.shipTo;
}

import type { CallApi } from "#app/client/api.ts";
import { writePhone } from "#app/contract/phone.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import type { OwnCompany } from "#app/features/companies/own-company.ts";
import type { NamedAddress } from "#app/features/companies/rules.ts";
import type { DraftEdit } from "./draft/edits.ts";

/** What is known about a person from earlier orders, their company and their profile, so that they need not type it again. */
export type Known = {
  /** Those of the company's address book by their names, then the last ones of earlier orders. */
  addresses: { address: string; label?: string; shipTo: ShipTo | null; usedAt?: string }[];
  /** The address that a new sheet starts with. */
  start: string | null;
  phone: string | null;
  company: string | null;
  country: string | null;
  /** Whether the buyer belongs to a company, whose name and country then stand on the papers. */
  isMember: boolean;
  /** Whether another address is written by its fields; else it is one text. */
  isByFields: boolean;
};

const ORDERS_READ = 50;
const MOST_ADDRESSES = 3;

/**
 * What earlier orders, company and profile know for a new sheet; nothing if they cannot be read. It starts with the
 * address that the company has chosen for this, else with the one used last.
 */
export async function findKnown(callApi: CallApi, email: string, company: OwnCompany | undefined): Promise<Known> {
  try {
    const [{ data: orders }, { data: profile }, { data: sheets }] = await Promise.all([
      callApi("GET /orders", { query: { email, limit: ORDERS_READ } }),
      callApi("GET /profile/{email}", { params: { email } }),
      callApi("GET /orderSheets", { query: { email, limit: 1 } }),
    ]);
    const book = company?.book ?? [];
    const used = orders.map(({ address, shipTo, createdAt: usedAt }) => ({ address, shipTo, usedAt }));
    return {
      addresses: joinAddresses(book, used),
      start: company?.start ?? orders[0]?.address ?? book[0]?.address ?? null,
      phone: writePhone(orders[0]?.phone ?? profile.phone ?? "") || null,
      company: company?.name ?? profile.company ?? sheets[0]?.company ?? null,
      country: company?.country ?? profile.country ?? sheets[0]?.country ?? null,
      isMember: company !== undefined,
      isByFields: company !== undefined,
    };
  } catch {
    // The sheet can be filled in without it.
    return {
      addresses: [],
      start: null,
      phone: null,
      company: null,
      country: null,
      isMember: false,
      isByFields: false,
    };
  }
}

/**
 * The addresses of the book, then the last ones of earlier orders, each once: with or without its country, an address
 * is the same. `used` begins with the latest order.
 */
export function joinAddresses(
  book: readonly NamedAddress[],
  used: readonly { address: string; shipTo: ShipTo | null; usedAt: string }[],
): Known["addresses"] {
  const said = new Set(
    book.flatMap(({ address }) => [foldAddress(address), foldAddress(address.replace(/\n.*$/, ""))]),
  );
  const earlier = used.filter(({ address }) => !said.has(foldAddress(address)) && said.add(foldAddress(address)));
  return [...book, ...earlier.slice(0, MOST_ADDRESSES)];
}

const foldAddress = (address: string) =>
  address
    .split(/[\n,]/)
    .map((part) => part.trim())
    .join("\n");

/** A sheet with lines that has no address yet gets all that is known, where nothing is written. */
export function prefilled({
  start,
  phone,
  company,
  country,
}: Pick<Known, "start" | "phone" | "company" | "country">): DraftEdit {
  return (draft) => {
    if (draft.lines.length === 0 || draft.address !== null || draft.shipTo !== null) return draft;
    const known = { address: start, phone, company, country };
    const added = Object.entries(known).filter(([field, value]) => value !== null && isEmpty(draft, field));
    return added.length === 0 ? draft : { ...draft, ...Object.fromEntries(added) };
  };
}

const isEmpty = (draft: Record<string, unknown>, field: string) => draft[field] === null;

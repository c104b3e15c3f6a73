import type { CallApi } from "#app/client/api.ts";
import { writePhone } from "#app/contract/phone.ts";
import type { ShipTo } from "#app/contract/ship-to.ts";
import type { OwnCompany } from "#app/features/companies/own-company.ts";
import type { DraftEdit } from "./draft/edits.ts";

/** What is known about a person from earlier orders, their company and their profile, so that they need not type it again. */
export type Known = {
  /** Those of the company's address book by their names, then the last ones of earlier orders. */
  addresses: { address: string; label?: string; shipTo?: ShipTo; usedAt?: string }[];
  /** The address that a new sheet starts with. */
  start: string | null;
  phone: string | null;
  company: string | null;
  country: string | null;
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
    const earlier = new Map<string, string>();
    for (const { address, createdAt } of orders) {
      const isKnown = earlier.has(address) || book.some((one) => one.address === address);
      if (!isKnown) earlier.set(address, createdAt);
    }
    return {
      addresses: [...book, ...[...earlier].slice(0, MOST_ADDRESSES).map(([address, usedAt]) => ({ address, usedAt }))],
      start: company?.start ?? orders[0]?.address ?? book[0]?.address ?? null,
      phone: writePhone(orders[0]?.phone ?? profile.phone ?? "") || null,
      company: company?.name ?? profile.company ?? sheets[0]?.company ?? null,
      country: company?.country ?? profile.country ?? sheets[0]?.country ?? null,
    };
  } catch {
    // The sheet can be filled in without it.
    return { addresses: [], start: null, phone: null, company: null, country: null };
  }
}

/** A sheet with lines that has no address yet gets all that is known, where nothing is written. */
export function prefilled({ start, phone, company, country }: Omit<Known, "addresses">): DraftEdit {
  return (draft) => {
    if (draft.lines.length === 0 || draft.address !== null) return draft;
    const known = { address: start, phone, company, country };
    const added = Object.entries(known).filter(([field, value]) => value !== null && isEmpty(draft, field));
    return added.length === 0 ? draft : { ...draft, ...Object.fromEntries(added) };
  };
}

const isEmpty = (draft: Record<string, unknown>, field: string) => draft[field] === null;

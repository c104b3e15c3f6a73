import type { CallApi } from "#app/client/api.ts";
import { orUndefinedOn404 } from "#app/client/or-undefined-on-404.ts";
import { writePhone } from "#app/contract/phone.ts";
import { composeAddress } from "#app/features/companies/rules.ts";
import type { DraftEdit } from "./draft/edits.ts";

/** What is known about a person from earlier orders and their profile, so that they need not type it again. */
export type Known = {
  /** Those of the company's address book by their names, then the last ones of earlier orders. */
  addresses: { address: string; label?: string; usedAt?: string }[];
  phone: string | null;
  company: string | null;
  country: string | null;
};

const ORDERS_READ = 50;
const MOST_ADDRESSES = 3;
/** The order form is not the address book. */
const MOST_OF_BOOK = 10;

/** What earlier orders and the profile know for a new sheet; nothing if they cannot be read. */
export async function findKnown(callApi: CallApi, email: string): Promise<Known> {
  try {
    const [{ data: orders }, { data: profile }, { data: sheets }, company] = await Promise.all([
      callApi("GET /orders", { query: { email, limit: ORDERS_READ } }),
      callApi("GET /profile/{email}", { params: { email } }),
      callApi("GET /orderSheets", { query: { email, limit: 1 } }),
      orUndefinedOn404(callApi("GET /company")),
    ]);
    const book = (company?.addresses ?? [])
      .filter(({ isForInvoices, isDefault }) => isDefault || !isForInvoices)
      .slice(0, MOST_OF_BOOK)
      .map((one) => ({ address: composeAddress(one), label: one.label }));
    const addresses = new Map<string, string>();
    for (const { address, createdAt } of orders) {
      const isKnown = addresses.has(address) || book.some((one) => one.address === address);
      if (!isKnown) addresses.set(address, createdAt);
    }
    return {
      addresses: [
        ...book,
        ...[...addresses].slice(0, MOST_ADDRESSES).map(([address, usedAt]) => ({ address, usedAt })),
      ],
      phone: writePhone(orders[0]?.phone ?? profile.phone ?? "") || null,
      company: company?.name ?? profile.company ?? sheets[0]?.company ?? null,
      country: company?.country ?? profile.country ?? sheets[0]?.country ?? null,
    };
  } catch {
    // The sheet can be filled in without it.
    return { addresses: [], phone: null, company: null, country: null };
  }
}

/** A sheet with lines that has no address yet gets all that is known, where nothing is written. */
export function prefilled({ addresses, phone, company, country }: Known): DraftEdit {
  return (draft) => {
    if (draft.lines.length === 0 || draft.address !== null) return draft;
    const known = { address: addresses[0]?.address ?? null, phone, company, country };
    const added = Object.entries(known).filter(([field, value]) => value !== null && isEmpty(draft, field));
    return added.length === 0 ? draft : { ...draft, ...Object.fromEntries(added) };
  };
}

const isEmpty = (draft: Record<string, unknown>, field: string) => draft[field] === null;

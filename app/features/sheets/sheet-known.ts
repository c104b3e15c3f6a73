import type { CallApi } from "#app/client/api.ts";
import { writePhone } from "#app/contract/phone.ts";
import type { DraftEdit } from "./draft/edits.ts";

/** What is known about a person from earlier orders and their profile, so that they need not type it again. */
export type Known = {
  /** The last ones first. */
  addresses: { address: string; usedAt: string }[];
  phone: string | null;
  company: string | null;
  country: string | null;
};

const ORDERS_READ = 50;
const MOST_ADDRESSES = 3;

/** What earlier orders and the profile know for a new sheet; nothing if they cannot be read. */
export async function findKnown(callApi: CallApi, email: string): Promise<Known> {
  try {
    const [{ data: orders }, { data: profile }, { data: sheets }] = await Promise.all([
      callApi("GET /orders", { query: { email, limit: ORDERS_READ } }),
      callApi("GET /profile/{email}", { params: { email } }),
      callApi("GET /orderSheets", { query: { email, limit: 1 } }),
    ]);
    const addresses = new Map<string, string>();
    for (const { address, createdAt } of orders) {
      if (!addresses.has(address)) addresses.set(address, createdAt);
    }
    return {
      addresses: [...addresses].slice(0, MOST_ADDRESSES).map(([address, usedAt]) => ({ address, usedAt })),
      phone: writePhone(orders[0]?.phone ?? profile.phone ?? "") || null,
      company: profile.company ?? sheets[0]?.company ?? null,
      country: profile.country ?? sheets[0]?.country ?? null,
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

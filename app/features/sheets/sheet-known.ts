import type { DraftEdit } from "#app/client/draft-keeper.ts";
import { callApi, type SignedIn } from "#app/client/session.ts";

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
export async function findKnown({ user: { email } }: SignedIn): Promise<Known> {
  try {
    const [{ data: orders }, { data: profile }] = await Promise.all([
      callApi("GET /orders", { query: { email, limit: ORDERS_READ } }),
      callApi("GET /profile/{email}", { params: { email } }),
    ]);
    const addresses = new Map<string, string>();
    for (const { address, createdAt } of orders) {
      if (!addresses.has(address)) addresses.set(address, createdAt);
    }
    return {
      addresses: [...addresses].slice(0, MOST_ADDRESSES).map(([address, usedAt]) => ({ address, usedAt })),
      phone: orders[0]?.phone ?? profile.phone,
      company: profile.company,
      country: profile.country,
    };
  } catch {
    // The sheet can be filled in without it.
    return { addresses: [], phone: null, company: null, country: null };
  }
}

/** A sheet whose delivery nobody has touched begins with what is known. */
export function prefilled({ addresses, phone, company, country }: Known): DraftEdit {
  return (draft) => {
    const { lines, ...written } = draft;
    const known = { address: addresses[0]?.address ?? null, phone, company, country };
    const isKnown = Object.values(known).some((value) => value !== null);
    const isTouched = Object.values(written).some((value) => value !== null);
    return lines.length === 0 || isTouched || !isKnown ? draft : { ...draft, ...known };
  };
}

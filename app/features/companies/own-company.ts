import type { CallApi } from "#app/client/api.ts";
import { type NamedAddress, readBook } from "./rules.ts";

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

/** Undefined for whoever belongs to none. @throws ApiProblem */
export async function findOwnCompany(callApi: CallApi): Promise<OwnCompany | undefined> {
  const { membership } = (await callApi("GET /membership")).data;
  if (!membership) return undefined;
  const { company: name, country, role, orderLimit } = membership;
  return { name, country, isViewer: role === "viewer", orderLimit, ...readBook(membership.addresses) };
}

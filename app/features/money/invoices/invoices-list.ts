import { day } from "#app/contract/day.ts";
import { id } from "#app/contract/id.ts";
import { ages } from "#app/features/money/facts.ts";
import { type InvoiceSort, invoiceSorts } from "#app/features/money/invoices.contract.ts";
import type { ListAsked } from "#app/lists/list.rules.ts";

/** The parts of the list in the order of their tabs; the first shows what is left to pay. */
export const invoiceTabs = [
  { name: "", words: "Open", state: "owed" },
  { name: "partly-paid", words: "Partly paid", state: "partly-paid" },
  { name: "to-return", words: "To return", state: "to-return" },
  { name: "paid", words: "Paid", state: "paid" },
  { name: "credited", words: "Credited", state: "credited" },
  { name: "all", words: "All", state: undefined },
] as const;

/** The parameters of the list besides search and sorting. */
export const invoiceFilters = ["tab", "age", "company", "from", "to"] as const;

export const defaultSort: InvoiceSort = "-number";

/** The two sortings by each column, and which one its header picks first. */
export const columnSorts = {
  number: { asc: "number", desc: "-number", first: "desc" },
  buyer: { asc: "buyer", desc: "-buyer", first: "asc" },
  due: { asc: "due", desc: "-due", first: "asc" },
  open: { asc: "open", desc: "-open", first: "desc" },
} as const satisfies Record<string, { asc: InvoiceSort; desc: InvoiceSort; first: "asc" | "desc" }>;

/** The name of each sorting. */
export const sortWords: Record<InvoiceSort, string> = {
  "-number": "Newest first",
  number: "Oldest first",
  due: "Due first",
  "-due": "Due last",
  buyer: "Company, A to Z",
  "-buyer": "Company, Z to A",
  "-open": "Open, largest first",
  open: "Open, smallest first",
};

/** The sorting in the address; undefined for the default or an unknown one. */
export function saidSort(sort: string | undefined): InvoiceSort | undefined {
  const said = invoiceSorts.find((one) => one === sort);
  return said === defaultSort ? undefined : said;
}

/** The tab that the address names. */
export function findTab({ filters }: Pick<ListAsked, "filters">) {
  return invoiceTabs.find(({ name }) => name === filters.tab) ?? invoiceTabs[0];
}

/** What the API is asked for: which invoices add up to the sums, and which of them are listed. Odd words are left out. */
export function readInvoiceFilter({ q, filters }: Pick<ListAsked, "q" | "filters">) {
  const company = id.safeParse(filters.company).data;
  const [from, to] = [filters.from, filters.to].map((each) => day.safeParse(each).data);
  const age = ages.find((one) => one === filters.age);
  const { state } = findTab({ filters });
  const summed = { ...(q && { q }), ...(company && { company }), ...(from && { from }), ...(to && { to }) };
  return { summed, listed: { ...summed, ...(state && { state }), ...(age && { age }) } };
}

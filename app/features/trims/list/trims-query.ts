import { lineKeys } from "#app/content/lines.ts";
import type { Line } from "#app/contract/line.ts";
import { readDecimal, readWhole } from "#app/contract/numbers.ts";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { toSearchText } from "#app/contract/search.ts";
import type { TrimSort } from "#app/features/trims/contract.ts";
import { type FilterName, filterNames, mapFilters } from "#app/features/trims/facts.ts";

/** What the address of the list asks for, under the names of the API. Empty lists and undefined: everything. */
export type TrimsAsked = Record<FilterName, string[]> & {
  q: string;
  line: Line | undefined;
  /** Millimetres; they count only with a line. */
  sizeFrom: number | undefined;
  sizeTo: number | undefined;
  /** Pieces. */
  inStock: number | undefined;
  /** If undefined, best match first for a search, else newest first. */
  sort: TrimSort | undefined;
  /** How many trims to show. */
  show: number;
};

export const TRIMS_STEP = 12;
/** As many as one API answer can hold, in whole steps. */
export const SHOW_MAX = 996;
const MAX_MM = 999_999;
const sorts: readonly TrimSort[] = ["newest", "price", "-price", "ordered"];

export const everything: TrimsAsked = {
  ...{ q: "", line: undefined, ...mapFilters(() => []) },
  ...{ sizeFrom: undefined, sizeTo: undefined, inStock: undefined, sort: undefined, show: TRIMS_STEP },
};

/** Reads the address. Ignores what it cannot read and what it does not know, since people edit addresses by hand. */
export function trimsAsked(search: URLSearchParams): TrimsAsked {
  const line = lineKeys.find((key) => key === search.get("line"));
  return {
    q: toSearchText(search.get("q") ?? ""),
    line,
    ...mapFilters((name, { values }) => values.filter((value) => search.getAll(name).includes(value))),
    sizeFrom: line && readNumber(search.get("sizeFrom"), MAX_MM),
    sizeTo: line && readNumber(search.get("sizeTo"), MAX_MM),
    inStock: readPieces(search.get("inStock")),
    sort: sorts.find((sort) => sort === search.get("sort")),
    show: readShow(search.get("show")),
  };
}

/** The search part of the address: equal lists have equal addresses; "" for everything. */
export function trimsSearch(asked: Partial<TrimsAsked>): string {
  const { q, line, sizeFrom, sizeTo, inStock, sort, show, ...ticked } = { ...everything, ...asked };
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (line) search.set("line", line);
  for (const name of filterNames) for (const value of ticked[name]) search.append(name, value);
  if (line && sizeFrom !== undefined) search.set("sizeFrom", String(sizeFrom));
  if (line && sizeTo !== undefined) search.set("sizeTo", String(sizeTo));
  if (inStock !== undefined) search.set("inStock", String(inStock));
  if (sort) search.set("sort", sort);
  if (show > TRIMS_STEP) search.set("show", show >= SHOW_MAX ? "all" : String(show));
  return search.size > 0 ? `?${search}` : "";
}

/** The address of the list. */
export function trimsHref(asked: Partial<TrimsAsked>): string {
  return `/trims${trimsSearch(asked)}`;
}

/** The filters for the API's calls, without unused ones. */
export function trimsFilter({ q, line, sizeFrom, sizeTo, inStock, ...ticked }: TrimsAsked) {
  const used = filterNames.filter((name) => ticked[name].length > 0).map((name) => [name, ticked[name]] as const);
  return {
    ...(q && { q }),
    ...(line && { line }),
    ...(Object.fromEntries(used) as Partial<Record<FilterName, string[]>>),
    ...(sizeFrom !== undefined && { sizeFrom }),
    ...(sizeTo !== undefined && { sizeTo }),
    ...(inStock !== undefined && { inStock }),
  };
}

/** The same list without its filters: the search, the line and the order stay. */
export function withoutFilters({ q, line, sort }: TrimsAsked): Partial<TrimsAsked> {
  return { q, line, sort };
}

/** How many filters are in use. */
export function countFilters({ sizeFrom, sizeTo, inStock, ...ticked }: TrimsAsked): number {
  const measures = [sizeFrom ?? sizeTo, inStock].filter((measure) => measure !== undefined);
  return filterNames.flatMap((name) => ticked[name]).length + measures.length;
}

function readNumber(typed: string | null, most: number): number | undefined {
  const read = readDecimal(typed ?? "");
  const number = "number" in read ? Number(read.number) : 0;
  return number > 0 && number <= most ? number : undefined;
}

/** "8,000", "8 000" and "8000" alike. Nobody looks for a fraction of a piece: "8.000" are eight thousand. */
function readPieces(typed: string | null): number | undefined {
  const read = readWhole(typed ?? "");
  const pieces = Number("number" in read ? read.number : "question" in read ? read.question[1] : 0);
  return pieces > 0 && pieces <= MAX_PIECES ? pieces : undefined;
}

function readShow(typed: string | null): number {
  if (typed === "all") return SHOW_MAX;
  const count = Number(typed ?? TRIMS_STEP);
  return Number.isInteger(count)
    ? Math.min(Math.max(Math.ceil(count / TRIMS_STEP), 1) * TRIMS_STEP, SHOW_MAX)
    : TRIMS_STEP;
}

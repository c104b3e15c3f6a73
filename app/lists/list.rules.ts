import { formatPieces } from "#app/contract/money.ts";
import { toSearchText } from "#app/contract/search.ts";

/** What a list's URL asks for: which rows, in which order, starting where. */
export type ListAsked = {
  q: string;
  /** A column by its API name, with "-" for descending; undefined for the default order. */
  sort: string | undefined;
  limit: number;
  /** The cursor before the page; undefined on the first. */
  after: string | undefined;
  /** The number of rows on the pages before. */
  seen: number;
  /** The value of each filter that the list offers; "" if none is chosen. */
  filters: Readonly<Record<string, string>>;
};

/** What a list supports; leave out what it does not. `filters` are names of parameters. */
type ListOffers = {
  sorts?: readonly string[];
  limits?: readonly [number, ...number[]];
  filters?: readonly string[];
};

/** The page sizes; the first is the default. */
export const pageSizes = [50, 100, 250] as const;

/** As long as an e-mail address may be. */
const FILTER_MAX = 254;

/** Reads `?q=…&sort=…&limit=…&after=…&seen=…`. Ignores anything odd, since people edit URLs by hand. */
export function readListAsked(
  url: string,
  { sorts = [], limits = pageSizes, filters = [] }: ListOffers = {},
): ListAsked {
  const { searchParams } = new URL(url, "http://same.site");
  const limit = Number(searchParams.get("limit"));
  const after = searchParams.get("after") ?? "";
  const seen = searchParams.get("seen") ?? "";
  const isFurther = after !== "" && /^[0-9]{1,9}$/.test(seen);
  return {
    q: toSearchText(searchParams.get("q") ?? ""),
    sort: sorts.find((sort) => sort === searchParams.get("sort")),
    limit: limits.includes(limit) ? limit : limits[0],
    after: isFurther ? after : undefined,
    seen: isFurther ? Number(seen) : 0,
    filters: Object.fromEntries(filters.map((name) => [name, (searchParams.get(name) ?? "").slice(0, FILTER_MAX)])),
  };
}

/** The parameters for this query, without defaults. */
export function listParams({ q, sort, limit, after, seen, filters }: ListAsked): Record<string, string> {
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(limit !== pageSizes[0] && { limit: String(limit) }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
    ...(after && { after, seen: String(seen) }),
  };
}

/** The same list with these changes, back at its first row unless they say otherwise. */
export function listSearch(asked: ListAsked, changes: Partial<ListAsked>): string {
  const params = new URLSearchParams(listParams({ ...asked, after: undefined, seen: 0, ...changes }));
  return params.size > 0 ? `?${params}` : "";
}

/** Whether the list is narrowed by a search or a filter other than `parts`, which switch to another part of it. */
export function isNarrowed({ q, filters }: ListAsked, parts: readonly string[] = []): boolean {
  return q !== "" || Object.entries(filters).some(([name, value]) => !parts.includes(name) && value !== "");
}

/** The cursor of the next page, from the API's `Link` header (RFC 8288); undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  return (target && new URL(target, "http://same.site").searchParams.get("after")) || undefined;
}

/**
 * "51 to 100 of 2,140". If counting stopped at `total`, the page itself may know more: that there are more rows than it
 * has shown, or that it is the last.
 */
export function describeRange(
  { seen, shown }: { seen: number; shown: number },
  { total, isCapped, isLast }: { total: number; isCapped: boolean; isLast: boolean },
): string {
  const last = seen + shown;
  const isMore = isCapped && (!isLast || last <= total);
  const all = formatPieces(isCapped ? Math.max(total, last) : total);
  return `${formatPieces(seen + 1)} to ${formatPieces(last)} of ${isMore ? "more than " : ""}${all}`;
}

/** What the address of a list asks for: which rows, in which order, and from where on. */
export type ListAsked = {
  q: string;
  /** A column as the API names it, "-" before it for descending; undefined for the list's own order. */
  sort: string | undefined;
  limit: number;
  /** The cursor the page begins behind; undefined on the first. */
  after: string | undefined;
  /** How many rows stand on the pages before. */
  seen: number;
};

/** What a list can be asked for; what it cannot is left out. */
type ListOffers = { sorts?: readonly string[]; limits?: readonly [number, ...number[]] };

/** A choice of page sizes; the first is the one that goes without saying. */
export const pageSizes = [50, 100, 250] as const;

const Q_MAX = 80;

/** Reads `?q=…&sort=…&limit=…&after=…&seen=…`; anything odd counts as not asked, for an address is typed by hand. */
export function readListAsked(url: string, { sorts = [], limits = pageSizes }: ListOffers = {}): ListAsked {
  const { searchParams } = new URL(url, "http://same.site");
  const limit = Number(searchParams.get("limit"));
  const after = searchParams.get("after") ?? "";
  const seen = searchParams.get("seen") ?? "";
  const isFurther = after !== "" && /^[0-9]{1,9}$/.test(seen);
  return {
    q: (searchParams.get("q") ?? "").trim().slice(0, Q_MAX).trim(),
    sort: sorts.find((sort) => sort === searchParams.get("sort")),
    limit: limits.includes(limit) ? limit : limits[0],
    after: isFurther ? after : undefined,
    seen: isFurther ? Number(seen) : 0,
  };
}

/** The parameters that ask for this; what goes without saying is left out. */
export function listParams({ q, sort, limit, after, seen }: ListAsked): Record<string, string> {
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(limit !== pageSizes[0] && { limit: String(limit) }),
    ...(after && { after, seen: String(seen) }),
  };
}

/** The same list with these changes, from its first row on unless they say otherwise. */
export function listSearch(asked: ListAsked, changes: Partial<ListAsked>): string {
  const params = new URLSearchParams(listParams({ ...asked, after: undefined, seen: 0, ...changes }));
  return params.size > 0 ? `?${params}` : "";
}

/** The cursor of the page that follows, from the API's `Link` header (RFC 8288); undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  return (target && new URL(target, "http://same.site").searchParams.get("after")) || undefined;
}

/** How the server may cache a rendered page: the `cache` in a route's `handle`, in the page's slice. */
export type CachePolicy = {
  /**
   * The query that the page reads on the server, normalised so equal queries look the same; "" or starting with "?".
   * Without it the page ignores its query.
   */
  query?: (query: URLSearchParams) => string;
  /**
   * What it shows of the shop, such as "reviews": a change to any makes it outdated. What only its data can tell, its
   * loader adds with `cacheTags`. Without either, nothing makes it outdated.
   */
  tags?: (params: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** Whether it depends on its visitor being signed in (docs/decisions/142). */
  bySession?: true;
};

const TAGS = "X-Cache-Tags";

/** The header by which a loader adds to the tags of its page; the cache reads it, and no visitor sees it. */
export function cacheTags(...tags: string[]): Record<string, string> {
  return { [TAGS]: tags.map(encodeURIComponent).join(" ") };
}

/** Takes from an answer what its loader said by `cacheTags`. */
export function takeTags(headers: Headers): string[] {
  const said = headers.get(TAGS);
  headers.delete(TAGS);
  return said?.split(" ").filter(Boolean).map(decodeURIComponent) ?? [];
}

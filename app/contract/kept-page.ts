/** What the server must know to cache a rendered page: the `kept` in a route's `handle`, in the page's slice. */
export type KeptPage = {
  /**
   * The query that the page reads on the server, normalised so equal queries look the same; "" or starting with "?".
   * Without it the page ignores its query.
   */
  asked?: (query: URLSearchParams) => string;
  /**
   * What it shows of the shop, such as "reviews": a change to any makes it stale. What only its data can tell, its
   * loader adds with `showing`. Without either, nothing makes it stale.
   */
  shows?: (params: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** Whether it depends on its visitor being signed in (docs/decisions/026). */
  bySession?: true;
};

const SHOWS = "X-Shows";

/** The header by which a loader adds to what its page shows; the cache reads it, and no visitor sees it. */
export function showing(...subjects: string[]): Record<string, string> {
  return { [SHOWS]: subjects.map(encodeURIComponent).join(" ") };
}

/** Takes from an answer what its loader said by `showing`. */
export function takeShown(headers: Headers): string[] {
  const said = headers.get(SHOWS);
  headers.delete(SHOWS);
  return said?.split(" ").filter(Boolean).map(decodeURIComponent) ?? [];
}

/** What the server must know to cache a rendered page: the `kept` in a route's `handle`, in the page's slice. */
export type KeptPage = {
  /**
   * The query that the page reads on the server, normalised so equal queries look the same; "" or starting with "?".
   * Without it the page ignores its query.
   */
  asked?: (query: URLSearchParams) => string;
  /** What it shows of the shop, such as "reviews": a change to any makes it stale. Without it nothing does. */
  shows?: (params: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** Whether it depends on its visitor being signed in (docs/decisions/026). */
  bySession?: true;
};

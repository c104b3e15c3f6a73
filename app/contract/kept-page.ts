/** What the server needs to know to keep a rendered page: the `kept` of a route's `handle`, in the slice of the page. */
export type KeptPage = {
  /**
   * The query that the page reads on the server, in one writing for all that ask the same; "" or beginning with "?".
   * Without it a page reads none, and is the same whatever query its address has.
   */
  asked?: (query: URLSearchParams) => string;
  /** What of the shop it shows, such as "reviews": a change of any makes it out of date. Without it nothing does. */
  shows?: (params: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** Whether it is made by whether its visitor is signed in (docs/decisions/026). */
  bySession?: true;
};

const ANY_ORIGIN = "http://same.site";

/** The path to login that remembers the page at `url` (absolute, of our own site). */
export function loginPath(url: string): string {
  const { pathname, search } = new URL(url, ANY_ORIGIN);
  return `/login?from=${encodeURIComponent(pathname + search)}`;
}

/**
 * The remembered page, as a path of our own site; "/" for anything else. The text comes from the address bar, so it is
 * parsed as a browser would and compared by origin: `//evil`, `/\evil` and their spellings are not ours.
 */
export function returnPath(from: string | null): string {
  if (!from?.startsWith("/") || !URL.canParse(from, ANY_ORIGIN)) return "/";
  const url = new URL(from, ANY_ORIGIN);
  const path = url.pathname + url.search + url.hash;
  // Dots can leave a second leading slash behind: "/a/..//evil" is parsed as "//evil".
  return url.origin === ANY_ORIGIN && !path.startsWith("//") ? path : "/";
}

/** The query in which login and register remember a page; "" when there is no page to return to. */
export function rememberedQuery(query: URLSearchParams): string {
  const from = returnPath(query.get("from"));
  return from === "/" ? "" : `?${new URLSearchParams({ from })}`;
}

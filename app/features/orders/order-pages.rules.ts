/** Where a page of a list begins: after which row, and how many rows stand on the pages before it. */
export type PageStart = { after: string | undefined; seen: number };

/** The place in the list that the address names; anything odd in it means the first page. */
export function readPageStart(url: string): PageStart {
  const { searchParams } = new URL(url);
  const after = searchParams.get("after") ?? "";
  const seen = searchParams.get("seen") ?? "";
  if (!after || !/^[0-9]{1,9}$/.test(seen)) return { after: undefined, seen: 0 };
  return { after, seen: Number(seen) };
}

/** The query of the page that follows, from the API's `Link` header (RFC 8288); undefined on the last page. */
export function nextPageQuery(link: string | null, seen: number): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1];
  const after = target && new URL(target, "http://same.site").searchParams.get("after");
  return after ? `?${new URLSearchParams({ after, seen: String(seen) })}` : undefined;
}

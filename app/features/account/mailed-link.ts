import type { CachePolicy } from "#app/contract/cache-policy.ts";

/** How the page behind a mailed link is cached: its URL contains a secret, which each visitor's copy is read by. */
export const cacheOfLink: CachePolicy = {
  query: (query) => (query.has("token") ? `?${new URLSearchParams({ token: query.get("token") ?? "" })}` : ""),
};

/** Keeps the secret in the URL out of caches and the Referer header. */
export function headersOfLink() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
}

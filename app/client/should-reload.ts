import type { ShouldRevalidateFunctionArgs } from "react-router";

/** The parameter with the row whose details are open. */
export const OPEN = "open";

/** For pages with details of rows: opening them loads nothing. */
export function shouldReloadList({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlyDetails = currentUrl.href !== nextUrl.href && withoutOpen(currentUrl) === withoutOpen(nextUrl);
  return onlyDetails ? false : defaultShouldRevalidate;
}

function withoutOpen({ href }: URL): string {
  const url = new URL(href);
  url.searchParams.delete(OPEN);
  url.searchParams.sort();
  return url.href;
}

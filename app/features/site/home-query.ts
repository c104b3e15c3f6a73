import { SHOW_MAX, TRIMS_STEP, trimsAsked, trimsHref, trimsSearch } from "#app/features/trims/list/trims-query.ts";

/** What the home page's URL asks for in its two lists. */
export type HomeAsked = { show: number; reviews: number };

/** How many reviews show at first, and how many each request adds. */
export const REVIEWS_FEW = 4;
const REVIEWS_STEP = 60;
const REVIEWS_MAX = 960;

/**
 * Reads `?show=…&reviews=…`; `show` may be `all`. Ignores what it cannot read, since people edit URLs by
 * hand.
 */
export function homeAsked(search: URLSearchParams): HomeAsked {
  const reviews = search.get("reviews");
  return {
    show: trimsAsked(search).show,
    reviews: reviews === null ? REVIEWS_FEW : wholeSteps(reviews, REVIEWS_STEP, REVIEWS_MAX),
  };
}

/** The URL for these trims, relative to the page. The hash is for visitors without JavaScript. */
export function homeTrimsHref(asked: HomeAsked): string {
  return `${searchOf(asked)}#trims`;
}

/** The URL for all reviews, or for the next batch if there are very many. */
export function moreReviewsHref(asked: HomeAsked): string {
  const reviews = asked.reviews < REVIEWS_STEP ? REVIEWS_STEP : asked.reviews + REVIEWS_STEP;
  return `${searchOf({ ...asked, reviews })}#reviews`;
}

/** The query in canonical form: equal queries give equal text. */
export function homeQuery(search: URLSearchParams): string {
  const { q, line } = trimsAsked(search);
  return q || line ? trimsSearch({ q, line }) : searchOf(homeAsked(search));
}

/** Where a search or a line asked of the home page is found now; undefined when it asks for neither. */
export function movedHref(search: URLSearchParams): string | undefined {
  const { q, line } = trimsAsked(search);
  return q || line ? trimsHref({ q, line }) : undefined;
}

function searchOf({ show, reviews }: HomeAsked): string {
  const search = new URLSearchParams();
  if (show > TRIMS_STEP) search.set("show", show >= SHOW_MAX ? "all" : String(show));
  if (reviews > REVIEWS_FEW) search.set("reviews", String(reviews));
  return search.size > 0 ? `?${search}` : "";
}

function wholeSteps(typed: string | null, step: number, most: number): number {
  const count = Number(typed ?? step);
  return Number.isInteger(count) ? Math.min(Math.max(Math.ceil(count / step), 1) * step, most) : step;
}

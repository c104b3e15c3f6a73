import { lineKeys } from "#app/content/lines.ts";
import type { Line } from "#app/contract/line.ts";

/** What the home page's URL asks of its two lists. */
export type HomeAsked = { q: string; line: Line | undefined; show: number; reviews: number };

export const TRIMS_STEP = 12;
/** As many as one API answer holds, in whole steps: the page then shows all. */
export const SHOW_MAX = 996;
/** How many reviews show at first, and how many each request adds. */
export const REVIEWS_FEW = 4;
const REVIEWS_STEP = 60;
const REVIEWS_MAX = 960;
const Q_MAX = 80;

/**
 * Reads `?q=…&line=…&show=…&reviews=…`; `show` may be `all`. Ignores what it cannot read, since people edit URLs by
 * hand.
 */
export function homeAsked(search: URLSearchParams): HomeAsked {
  const line = search.get("line");
  const show = search.get("show");
  const reviews = search.get("reviews");
  return {
    q: (search.get("q") ?? "").trim().slice(0, Q_MAX).trim(),
    line: lineKeys.find((key) => key === line),
    show: show === "all" ? SHOW_MAX : wholeSteps(show, TRIMS_STEP, SHOW_MAX),
    reviews: reviews === null ? REVIEWS_FEW : wholeSteps(reviews, REVIEWS_STEP, REVIEWS_MAX),
  };
}

/** The URL for these trims, relative to the page. The hash is for visitors without JavaScript. */
export function trimsHref(asked: HomeAsked): string {
  return `${searchOf(asked)}#trims`;
}

/** The URL for all reviews, or for the next batch if there are very many. */
export function moreReviewsHref(asked: HomeAsked): string {
  const reviews = asked.reviews < REVIEWS_STEP ? REVIEWS_STEP : asked.reviews + REVIEWS_STEP;
  return `${searchOf({ ...asked, reviews })}#reviews`;
}

/** The query in canonical form: equal queries read alike. */
export function homeQuery(search: URLSearchParams): string {
  return searchOf(homeAsked(search));
}

function searchOf({ q, line, show, reviews }: HomeAsked): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (line) search.set("line", line);
  if (show > TRIMS_STEP) search.set("show", show >= SHOW_MAX ? "all" : String(show));
  if (reviews > REVIEWS_FEW) search.set("reviews", String(reviews));
  return search.size > 0 ? `?${search}` : "";
}

function wholeSteps(typed: string | null, step: number, most: number): number {
  const count = Number(typed ?? step);
  return Number.isInteger(count) ? Math.min(Math.max(Math.ceil(count / step), 1) * step, most) : step;
}

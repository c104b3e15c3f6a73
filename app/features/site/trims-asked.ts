import { lineKeys } from "#app/content/lines.ts";
import type { Line } from "#app/contract/line.ts";

/** What the address of the home page asks of the trims list. */
export type TrimsAsked = { q: string; line: Line | undefined; show: number };

export const TRIMS_STEP = 24;
const SHOW_MAX = 984;
const Q_MAX = 80;

/** Reads `?q=…&line=…&show=…`. What cannot be understood counts as not asked: an address is typed by hand. */
export function trimsAsked(search: URLSearchParams): TrimsAsked {
  const line = search.get("line");
  const show = Number(search.get("show") ?? TRIMS_STEP);
  return {
    q: (search.get("q") ?? "").trim().slice(0, Q_MAX).trim(),
    line: lineKeys.find((key) => key === line),
    show: Number.isInteger(show)
      ? Math.min(Math.max(Math.ceil(show / TRIMS_STEP), 1) * TRIMS_STEP, SHOW_MAX)
      : TRIMS_STEP,
  };
}

/** The address that asks for this, relative to the page. The hash is for those without JavaScript. */
export function trimsHref(asked: TrimsAsked): string {
  return `${queryOf(asked)}#trims`;
}

/** What a query asks of the list, in one writing for all that ask the same. */
export function trimsQuery(search: URLSearchParams): string {
  return queryOf(trimsAsked(search));
}

function queryOf({ q, line, show }: TrimsAsked): string {
  const search = new URLSearchParams();
  if (q) search.set("q", q);
  if (line) search.set("line", line);
  if (show > TRIMS_STEP) search.set("show", String(show));
  return search.size > 0 ? `?${search}` : "";
}

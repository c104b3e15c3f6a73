import { lineKeys } from "#app/content/lines.ts";
import type { ListAsked } from "#app/lists/list.rules.ts";
import { findTab, type Tab } from "./orders-tabs.rules.ts";

/** The parameters of a list of orders besides search and sorting. */
export const orderFilters = ["tab", "line", "wanted"] as const;

/** When the goods are wanted, as an admin may ask. */
export const wantedWords = { past: "Past", week: "This week", next: "Next week" } as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the API is asked for by the tab and the filters of the address. */
export function readOrderFilter({ filters }: ListAsked, tabs: readonly Tab[], nowMs = Date.now()) {
  const { state } = findTab(tabs, filters.tab);
  const line = lineKeys.find((key) => key === filters.line);
  return { ...(state && { state: [...state] }), ...(line && { line }), ...findWanted(filters.wanted, nowMs) };
}

/** The days of a choice, both included. Weeks begin on Monday. */
function findWanted(choice: string | undefined, nowMs: number): { wantedFrom?: string; wantedTo?: string } {
  const monday = nowMs - ((new Date(nowMs).getUTCDay() + 6) % 7) * DAY_MS;
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (choice === "past") return { wantedTo: dayAt(nowMs - DAY_MS) };
  if (choice === "week") return { wantedFrom: dayAt(monday), wantedTo: dayAt(monday + 6 * DAY_MS) };
  if (choice === "next") return { wantedFrom: dayAt(monday + 7 * DAY_MS), wantedTo: dayAt(monday + 13 * DAY_MS) };
  return {};
}

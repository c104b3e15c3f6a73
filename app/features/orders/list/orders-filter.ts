import { type ShopTime, shopToday } from "#app/client/shop-time.ts";
import { lineKeys } from "#app/content/lines.ts";
import { addDays, weekdayOf } from "#app/contract/calendar.ts";
import type { ListAsked } from "#app/lists/list.rules.ts";
import { findTab, type Tab } from "./orders-tabs.rules.ts";

/** The parameters of a list of orders besides search and sorting. */
export const orderFilters = ["tab", "line", "wanted"] as const;

/** When the goods are wanted, as an admin may ask. */
export const wantedWords = { past: "Past", week: "This week", next: "Next week" } as const;

/** What the API is asked for by the tab and the filters of the address. */
export function readOrderFilter({ filters }: ListAsked, tabs: readonly Tab[], time?: ShopTime) {
  const { state, due } = findTab(tabs, filters.tab);
  const line = lineKeys.find((key) => key === filters.line);
  return {
    ...(state && { state: [...state] }),
    ...(due && { due }),
    ...(line && { line }),
    ...findWanted(filters.wanted, time),
  };
}

/** The days of a choice, both included. Weeks begin on Monday. */
function findWanted(choice: string | undefined, time?: ShopTime): { wantedFrom?: string; wantedTo?: string } {
  if (!choice) return {};
  const today = shopToday(time);
  const monday = addDays(today, -weekdayOf(today));
  if (choice === "past") return { wantedTo: addDays(today, -1) };
  if (choice === "week") return { wantedFrom: monday, wantedTo: addDays(monday, 6) };
  if (choice === "next") return { wantedFrom: addDays(monday, 7), wantedTo: addDays(monday, 13) };
  return {};
}

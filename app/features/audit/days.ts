import { type ShopTime, shopToday } from "#app/client/shop-time.ts";
import { addDays } from "#app/contract/calendar.ts";

/** On which days something was done, as an admin may ask. */
export const dayWords = {
  today: "Today",
  yesterday: "Yesterday",
  week: "Last 7 days",
  month: "Last 30 days",
} as const;

/** The days of a choice, both included, in the shop's time zone; all days for any other word. */
export function findDays(choice: string | undefined, time: ShopTime): { from?: string; to?: string } {
  const today = shopToday(time);
  if (choice === "today") return { from: today };
  if (choice === "yesterday") return { from: addDays(today, -1), to: addDays(today, -1) };
  if (choice === "week") return { from: addDays(today, -6) };
  if (choice === "month") return { from: addDays(today, -29) };
  return {};
}

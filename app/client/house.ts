import { dayAt } from "#app/contract/calendar.ts";

/** Now, by the clock of this browser, and where the house is. */
export type HouseTime = { nowMs: number; timeZone: string };

/** The document names the time zone of the house. Only in the browser. */
function houseTime(): HouseTime {
  return { nowMs: Date.now(), timeZone: document.documentElement.dataset.timeZone ?? "UTC" };
}

/** Today, by the calendar of the house. */
export function houseToday({ nowMs, timeZone }: HouseTime = houseTime()): string {
  return dayAt(nowMs, timeZone);
}

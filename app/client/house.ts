import { dayAt } from "#app/contract/calendar.ts";

/** Now, by this browser's clock, and the shop's time zone. */
export type HouseTime = { nowMs: number; timeZone: string };

/** The document names the shop's time zone. Only in the browser. */
function houseTime(): HouseTime {
  return { nowMs: Date.now(), timeZone: document.documentElement.dataset.timeZone ?? "UTC" };
}

/** Today, in the shop's time zone. */
export function houseToday({ nowMs, timeZone }: HouseTime = houseTime()): string {
  return dayAt(nowMs, timeZone);
}

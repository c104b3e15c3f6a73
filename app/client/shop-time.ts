import { dayAt } from "#app/contract/calendar.ts";
import { useTimeZone } from "#app/ui/time-zone.ts";

/** Now, and the shop's time zone. */
export type ShopTime = { nowMs: number; timeZone: string };

/** Today, in the shop's time zone; without a time, by the clock of this browser. */
export function shopToday({ nowMs, timeZone }: ShopTime = shopNow()): string {
  return dayAt(nowMs, timeZone);
}

/** Today, in the shop's time zone, while a page is rendered on either side. */
export function useShopToday(): string {
  return shopToday({ nowMs: Date.now(), timeZone: useTimeZone() });
}

/** The shop's time zone, as the document names it. */
function readTimeZone(): string {
  return document.documentElement.dataset.timeZone ?? "UTC";
}

/** Now, in the browser. */
export function shopNow(): ShopTime {
  return { nowMs: Date.now(), timeZone: readTimeZone() };
}

import { dayAt } from "#app/contract/calendar.ts";
import { shopTimeZone } from "#app/ui/moment.tsx";

/** Now, by this browser's clock, and the shop's time zone. */
export type ShopTime = { nowMs: number; timeZone: string };

/** Today, in the shop's time zone. */
export function shopToday({ nowMs, timeZone }: ShopTime = { nowMs: Date.now(), timeZone: shopTimeZone() }): string {
  return dayAt(nowMs, timeZone);
}

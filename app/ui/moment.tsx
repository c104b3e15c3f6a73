import type { ReactNode } from "react";
import { dayOf, describeDay, describeMoment, describeShortDay, timeOf } from "./moment-words.ts";
import { useTimeZone } from "./time-zone.ts";

type MomentProps = {
  /** An instant, as the API writes it. */
  at: string;
};

/**
 * A moment by the shop's clock, which it names: "20 Nov 2026, 17:06 CET"; or its day alone. Lists, filters and papers
 * go by the same clock, so a reader elsewhere sees one day for one order.
 */
export function Moment({ at, dayOnly = false }: MomentProps & { dayOnly?: boolean }) {
  return <Time at={at}>{(dayOnly ? dayOf : describeMoment)(at, useTimeZone())}</Time>;
}

/** The same as `Moment`'s day, without the year if it is the current one. */
export function ShortDay({ at }: MomentProps) {
  return <Time at={at}>{dayOf(at, useTimeZone(), { shortIn: new Date() })}</Time>;
}

/** A day and its hour where there is little room, by the shop's clock: "27 Nov 08:10". */
export function ShortMoment({ at }: MomentProps) {
  const timeZone = useTimeZone();
  return <Time at={at}>{`${dayOf(at, timeZone, { shortIn: new Date() })} ${timeOf(at, timeZone).slice(0, 5)}`}</Time>;
}

/** The hour of a moment that was a little while ago: "17:06 CET". */
export function Hour({ at }: MomentProps) {
  return <Time at={at}>{timeOf(at, useTimeZone())}</Time>;
}

/** A day in the shop's time zone, "2026-12-23": "23 Dec 2026". */
export function ShopDay({ on }: { on: string }) {
  return <Time at={on}>{describeDay(on)}</Time>;
}

/** A day without its year if that is the current one: "23 Dec". */
export function ShortShopDay({ on }: { on: string }) {
  return <Time at={on}>{describeShortDay(on, new Date(), useTimeZone())}</Time>;
}

/** Browsers differ in how they shorten months and time zones: what the server wrote stays. */
function Time({ at, children }: { at: string; children: ReactNode }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {children}
    </time>
  );
}

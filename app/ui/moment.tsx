import { dayOf, describeDay, describeMoment, describeShortDay, timeOf } from "./moment-words.ts";

/** The shop's time zone, as the document names it. Only in the browser. */
export function shopTimeZone(): string {
  return document.documentElement.dataset.timeZone ?? "UTC";
}

type MomentProps = {
  /** An instant, as the API writes it. */
  at: string;
};

/**
 * A moment by the shop's clock, which it names: "20 Nov 2026, 17:06 CET"; or its day alone. Lists, filters and papers
 * go by the same clock, so a reader elsewhere sees one day for one order. Only for pages rendered in the browser.
 */
export function Moment({ at, dayOnly = false }: MomentProps & { dayOnly?: boolean }) {
  return <time dateTime={at}>{(dayOnly ? dayOf : describeMoment)(at, shopTimeZone())}</time>;
}

/** The same as `Moment`'s day, without the year if it is the current one. */
export function ShortDay({ at }: MomentProps) {
  return <time dateTime={at}>{dayOf(at, shopTimeZone(), { shortIn: new Date() })}</time>;
}

/** The hour of a moment that was a little while ago: "17:06 CET". */
export function Hour({ at }: MomentProps) {
  return <time dateTime={at}>{timeOf(at, shopTimeZone())}</time>;
}

/** A day in the shop's time zone, "2026-12-23": "23 Dec 2026". */
export function ShopDay({ on }: { on: string }) {
  return <time dateTime={on}>{describeDay(on)}</time>;
}

/** A day without its year if that is the current one: "23 Dec". */
export function ShortShopDay({ on }: { on: string }) {
  return <time dateTime={on}>{describeShortDay(on, new Date(), shopTimeZone())}</time>;
}

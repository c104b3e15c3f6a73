const form = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const dayForm = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const houseDayForm = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A day of this year, where room is short: "20 Nov". */
const shortDayForm = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** The same as `Moment`'s day, without the year if it is the current one. */
export function ShortDay({ at }: { at: string }) {
  const time = new Date(at);
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return <time dateTime={at}>{(isThisYear ? shortDayForm : dayForm).format(time)}</time>;
}

/** A day without its year if that is the current one: "23 Dec". */
export function ShortHouseDay({ on }: { on: string }) {
  const isThisYear = on.startsWith(`${new Date().getFullYear()}-`);
  return <time dateTime={on}>{isThisYear ? shortDay(on) : houseDayForm.format(new Date(`${on}T00:00:00Z`))}</time>;
}

/** A time by the reader's own clock: "20 Nov 2026, 17:06", or its day alone. Only for pages rendered in the browser. */
export function Moment({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  return <time dateTime={at}>{(dayOnly ? dayForm : form).format(new Date(at))}</time>;
}

/** A day in the shop's time zone, "2026-12-23", which is the same for every reader: "23 Dec 2026". */
export function HouseDay({ on }: { on: string }) {
  return <time dateTime={on}>{houseDayForm.format(new Date(`${on}T00:00:00Z`))}</time>;
}

const chartDayForm = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const monthForm = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** A day without its year, for a chart: "23 Dec". */
export function shortDay(on: string): string {
  return chartDayForm.format(new Date(`${on}T00:00:00Z`));
}

/** The month of a day, for a chart: "Dec". */
export function monthName(on: string): string {
  return monthForm.format(new Date(`${on.slice(0, 7)}-01T00:00:00Z`));
}

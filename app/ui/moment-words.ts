const day = { day: "numeric", month: "short", year: "numeric" } as const;
const hour = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
const shapes = {
  moment: { ...day, ...hour },
  hour,
  day,
  dayOfYear: { day: "numeric", month: "short" },
  month: { month: "short" },
  year: { year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Made when they are needed: the first one takes a phone a tenth of a second, and public pages show no days. */
const formats = new Map<string, Intl.DateTimeFormat>();

function write(shape: keyof typeof shapes, at: Date, timeZone: string): string {
  const key = `${shape} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-GB", { ...shapes[shape], timeZone });
  formats.set(key, format);
  return format.format(at);
}

/** "27 Nov 2026, 22:26 UTC". */
export function describeMoment(at: string, timeZone: string): string {
  return write("moment", new Date(at), timeZone);
}

/** "22:26 UTC". */
export function timeOf(at: string, timeZone: string): string {
  return write("hour", new Date(at), timeZone);
}

/** The day of a moment in a time zone, "27 Nov 2026"; without its year if that is the year of `shortIn`. */
export function dayOf(at: string, timeZone: string, { shortIn }: { shortIn?: Date } = {}): string {
  const isShort = shortIn !== undefined && write("year", new Date(at), timeZone) === write("year", shortIn, timeZone);
  return write(isShort ? "dayOfYear" : "day", new Date(at), timeZone);
}

/** "2026-12-23" as "23 Dec 2026". */
export function describeDay(on: string): string {
  return write("day", midnight(on), "UTC");
}

/** The same without its year if that is the year of `now` in a time zone. */
export function describeShortDay(on: string, now: Date, timeZone: string): string {
  return on.startsWith(`${write("year", now, timeZone)}-`) ? shortDay(on) : describeDay(on);
}

/** A day without its year, for a chart: "23 Dec". */
export function shortDay(on: string): string {
  return write("dayOfYear", midnight(on), "UTC");
}

/** The month of a day, for a chart: "Dec". */
export function monthName(on: string): string {
  return write("month", midnight(`${on.slice(0, 7)}-01`), "UTC");
}

function midnight(on: string): Date {
  return new Date(`${on}T00:00:00Z`);
}

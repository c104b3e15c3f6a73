const shapes = {
  moment: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
  shortDay: { day: "numeric", month: "short" },
  houseDay: { dateStyle: "medium", timeZone: "UTC" },
  shortHouseDay: { day: "numeric", month: "short", timeZone: "UTC" },
  month: { month: "short", timeZone: "UTC" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Made when they are needed: the first one takes a phone a tenth of a second, and public pages show no days. */
const formats = new Map<keyof typeof shapes, Intl.DateTimeFormat>();

function write(shape: keyof typeof shapes, at: Date): string {
  const format = formats.get(shape) ?? new Intl.DateTimeFormat("en-GB", shapes[shape]);
  formats.set(shape, format);
  return format.format(at);
}

/** The same as `Moment`'s day, without the year if it is the current one. */
export function ShortDay({ at }: { at: string }) {
  const time = new Date(at);
  const isThisYear = time.getFullYear() === new Date().getFullYear();
  return <time dateTime={at}>{write(isThisYear ? "shortDay" : "day", time)}</time>;
}

/** A day without its year if that is the current one: "23 Dec". */
export function ShortHouseDay({ on }: { on: string }) {
  const isThisYear = on.startsWith(`${new Date().getFullYear()}-`);
  return <time dateTime={on}>{write(isThisYear ? "shortHouseDay" : "houseDay", midnight(on))}</time>;
}

/** A time by the reader's own clock: "20 Nov 2026, 17:06", or its day alone. Only for pages rendered in the browser. */
export function Moment({ at, dayOnly = false }: { at: string; dayOnly?: boolean }) {
  return <time dateTime={at}>{write(dayOnly ? "day" : "moment", new Date(at))}</time>;
}

/** A day in the shop's time zone, "2026-12-23", which is the same for every reader: "23 Dec 2026". */
export function HouseDay({ on }: { on: string }) {
  return <time dateTime={on}>{write("houseDay", midnight(on))}</time>;
}

/** A day without its year, for a chart: "23 Dec". */
export function shortDay(on: string): string {
  return write("shortHouseDay", midnight(on));
}

/** The month of a day, for a chart: "Dec". */
export function monthName(on: string): string {
  return write("month", midnight(`${on.slice(0, 7)}-01`));
}

function midnight(on: string): Date {
  return new Date(`${on}T00:00:00Z`);
}

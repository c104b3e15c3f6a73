const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of a moment (or of a number of ms since 1970) in a time zone. */
export function dayAt(moment: Date | number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // Sweden writes days as ISO 8601 does.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

/** Making a format takes longer than using it. A shop uses one time zone, and UTC. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day that many days later, or earlier if `days` is negative. */
export function addDays(from: string, days: number): string {
  return new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days lie between two days; negative if `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Days since Monday. */
export function weekdayOf(of: string): number {
  return (new Date(of).getUTCDay() + 6) % 7;
}

/** A moment as people in a time zone write it, and spreadsheets read it: 2026-11-27 23:26. */
export function minuteAt(moment: string, timeZone: string): string {
  let format = minutes.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
    minutes.set(timeZone, format);
  }
  return format.format(new Date(moment));
}

const minutes = new Map<string, Intl.DateTimeFormat>();

const long = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A day in the shop's time zone, `2026-12-22`, as people read it in mails and documents. */
export function formatDay(day: string): string {
  return long.format(new Date(day));
}

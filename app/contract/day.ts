import { z } from "zod";

/** A day as people enter it, `2026-12-23`. PostgreSQL knows no year 0. */
export const day = z.iso.date().refine((written) => written >= "1900", "Enter a year from 1900 to 9999");

/** The day that it is at a moment, by the calendar of a time zone. */
export function dayAt(moment: Date, timeZone: string): string {
  // Sweden writes days as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(moment);
}

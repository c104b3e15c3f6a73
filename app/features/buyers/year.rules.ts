import { daysBetween } from "#app/contract/calendar.ts";

const YEAR = 365;

/** Where days lie in the year that ends today, from 0 to 1. */
export function toPlaces(days: readonly string[], today: string): number[] {
  return days.map((day) => Math.max(0, 1 - daysBetween(day, today) / YEAR));
}

/** A sum above a narrow bar: `$496`, `$5.6k`, `$56k`, `$1.2M`. */
export function shortenDollars(value: string): string {
  const dollars = Number(value);
  if (dollars >= 999_500) return `$${(dollars / 1_000_000).toFixed(1)}M`;
  if (dollars < 999.5) return `$${Math.round(dollars)}`;
  return `$${(dollars / 1000).toFixed(dollars < 9950 ? 1 : 0)}k`;
}

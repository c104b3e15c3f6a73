import type { Chance } from "./chance.ts";

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** How much is ordered in each month, January first: for the spring and the autumn collections, and little in July. */
const season = [0.9, 1.15, 1.3, 1.15, 0.95, 0.85, 0.7, 1.0, 1.3, 1.25, 1.0, 0.75];

export function seasonAt(ms: number): number {
  return season[new Date(ms).getUTCMonth()] ?? 1;
}

const weekdayAt = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7;
const isWeekend = (ms: number) => weekdayAt(ms) > 4;
const startOfDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** A moment of that day at which somebody sends an order, mostly on a working day. */
export function orderTime(ms: number, chance: Chance): number {
  const day = startOfDay(ms);
  const isMoved = isWeekend(day) && !chance.happens(0.15);
  const moved = isMoved ? day + (weekdayAt(day) === 5 ? -1 : 1) * DAY_MS : day;
  return Math.floor(moved + chance.between(6 * HOUR_MS, 17 * HOUR_MS));
}

/** That moment if the shop is at work then, else early on its next working day. */
export function workTime(ms: number, chance: Chance): number {
  const hour = (ms - startOfDay(ms)) / HOUR_MS;
  if (!isWeekend(ms) && hour >= 7 && hour < 16) return Math.floor(ms);
  let day = startOfDay(ms);
  if (hour >= 16) day += DAY_MS;
  while (isWeekend(day)) day += DAY_MS;
  return Math.floor(day + chance.between(7 * HOUR_MS, 9 * HOUR_MS));
}

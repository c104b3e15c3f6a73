import type { Line } from "#app/contract/line.ts";
import { addTotals } from "#app/contract/money.ts";
import type { Sales } from "./contract.ts";

type Week = Sales["weeks"][number];

/** What a line sold in a week, as dollars and cents. */
export function soldOf({ lines }: Week, line: Line | null): string {
  return lines.find((sold) => sold.line === line)?.value ?? "0.00";
}

/** The last four full weeks, and the four before; the running week is in neither. */
export function compareWeeks(values: readonly string[]): { last: string; change: string | undefined } {
  const last = addTotals(values.slice(-5, -1));
  const before = Number(addTotals(values.slice(-9, -5)));
  return { last, change: describeChange(Number(last), before) };
}

/** Below this sum of four weeks, in dollars, a few orders more or less are no trend. */
const COMPARABLE = 500;

/** "down 9%"; undefined when there is too little to compare with. */
function describeChange(now: number, before: number): string | undefined {
  if (before < COMPARABLE) return undefined;
  const percent = Math.round((100 * Math.abs(now - before)) / before);
  if (percent === 0) return "as much";
  return now > before ? `up ${percent}%` : `down ${percent}%`;
}

/**
 * The figure at full height: the smallest of these steps, times a power of ten, that is not below the highest value. A
 * quarter of each is a round number, and the highest bar takes up at least three quarters of the height.
 */
export function findScale(highest: number): number {
  if (highest <= 0) return 4;
  const ten = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.2, 1.6, 2, 2.4, 3.2, 4, 4.8, 6, 8, 10].find((step) => step * ten >= highest) ?? 10;
  return Math.round(step * 10) * (ten / 10);
}

/** Where each month begins among the weeks: the first week whose Monday is in it. The first is left out if cut off. */
export function findMonths(weeks: readonly Pick<Week, "week">[]): { at: number; month: string }[] {
  return weeks.flatMap(({ week }, at) => {
    const before = weeks[at - 1]?.week;
    return before !== undefined && before.slice(0, 7) !== week.slice(0, 7)
      ? [{ at: at / weeks.length, month: week.slice(0, 7) }]
      : [];
  });
}

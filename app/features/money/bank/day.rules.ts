import { addDays } from "#app/contract/calendar.ts";
import { foldText } from "#app/contract/text.ts";

/** How a day is written: three numbers whose order the other lines may tell, or a day that has one reading. */
type DayWritten = { year: number; month: number; day: number } | { first: number; second: number; year: number };

const MONTHS =
  "jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|sep|oct|okt|nov|dec|dez|januar[yi]?|februar[yi]?|march|märz|april|juni?|june|juli?|july|august|septem(?:ber)|octo(?:ber)|okto(?:ber)|novem(?:ber)|decem(?:ber)|dezem(?:ber)";
const MONTH_STARTS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const OTHER_STARTS: Record<string, string> = { mär: "mar", mrz: "mar", mai: "may", maj: "may", okt: "oct", dez: "dec" };

const forms: [form: RegExp, read: (parts: string[], today: string) => DayWritten][] = [
  [
    /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:z|[+-]\d{2}:?\d{2})?)?/,
    ([y, , m, d]) => exact(y, m, d),
  ],
  [/(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/, ([y, m, d]) => exact(y, m, d)],
  [/(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?: \d{1,2}:\d{2}(?::\d{2})?)?/, ([d, m, y]) => exact(y, m, d)],
  [
    /(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})(?: \d{1,2}:\d{2}(?::\d{2})?)?/,
    ([a, , b, y]) => ({ first: Number(a), second: Number(b), year: toYear(y) }),
  ],
  [
    new RegExp(`(\\d{1,2})[. -]{1,2}(${MONTHS})\\.?,?[ -](\\d{4}|\\d{2})`),
    ([d, m, y]) => exact(y, String(monthOf(m)), d),
  ],
  [new RegExp(`(${MONTHS})\\.? (\\d{1,2}),? (\\d{4})`), ([m, d, y]) => exact(y, String(monthOf(m)), d)],
  [new RegExp(`(\\d{1,2})[. -]{1,2}(${MONTHS})\\.?`), ([d, m], today) => latest(monthOf(m), Number(d), today)],
  [new RegExp(`(${MONTHS})\\.? (\\d{1,2})`), ([m, d], today) => latest(monthOf(m), Number(d), today)],
];

const whole = forms.map(([form, read]) => ({ form: new RegExp(`^${form.source}$`, "u"), read }));
const within = forms.map(([form, read]) => ({
  form: new RegExp(`(?<![\\p{L}\\d./-])${form.source}(?![\\p{L}\\d]|[./-]\\d)`, "u"),
  read,
}));

function exact(year: string | undefined, month: string | undefined, day: string | undefined): DayWritten {
  return { year: toYear(year), month: Number(month), day: Number(day) };
}

function toYear(written = ""): number {
  return Number(written.length === 2 ? `20${written}` : written);
}

function monthOf(name = ""): number {
  const start = name.slice(0, 3);
  return MONTH_STARTS.indexOf(OTHER_STARTS[start] ?? start) + 1;
}

/** A day without its year: the latest that is not to come. A statement may be a day ahead of the shop. */
function latest(month: number, day: number, today: string): DayWritten {
  const year = Number(today.slice(0, 4));
  const here = write({ year, month, day });
  return { year: here && here > addDays(today, 1) ? year - 1 : year, month, day };
}

/** A cell that is a day and nothing else. */
export function readDayCell(cell: string, today: string): DayWritten | undefined {
  const text = foldText(cell);
  if (text.length > 40) return undefined;
  for (const { form, read } of whole) {
    const [found, ...parts] = form.exec(text) ?? [];
    if (found) return read(parts, today);
  }
  return undefined;
}

/** The first day in a text, and where it stands. */
export function findDay(text: string, today: string): { day: DayWritten; from: number; to: number } | undefined {
  // Letter by letter as long as the text, so that places stay.
  const small = text.toLowerCase();
  const folded = small.length === text.length ? small : text;
  const found = within.flatMap(({ form, read }) => {
    const match = form.exec(folded);
    return match ? [{ day: read(match.slice(1), today), from: match.index, to: match.index + match[0].length }] : [];
  });
  return found.toSorted((a, b) => a.from - b.from || b.to - a.to)[0];
}

/**
 * The days as `2026-11-27`, undefined where there is no such day. Whether the month comes first in 11/12/2026 is what the other
 * lines say; if none does, the day does, unless some would be yet to come.
 */
export function settleDays(written: readonly (DayWritten | undefined)[], today: string): (string | undefined)[] {
  const open = written.flatMap((one) => (one && "first" in one ? [one] : []));
  const dayFirst = ({ first, second, year }: (typeof open)[number]) => write({ year, month: second, day: first });
  const monthFirst = ({ first, second, year }: (typeof open)[number]) => write({ year, month: first, day: second });
  const isToCome = (day: string | undefined) => day === undefined || day > addDays(today, 1);
  const prefersMonth = open.some((one) => isToCome(dayFirst(one))) && open.every((one) => !isToCome(monthFirst(one)));
  return written.map((one) => {
    if (!one) return undefined;
    if (!("first" in one)) return write(one);
    return prefersMonth ? monthFirst(one) : (dayFirst(one) ?? monthFirst(one));
  });
}

/** Undefined for a day that no calendar has. */
function write({ year, month, day }: { year: number; month: number; day: number }): string | undefined {
  const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const at = Date.parse(`${text}T00:00:00Z`);
  if (year < 1900 || Number.isNaN(at)) return undefined;
  return new Date(at).toISOString().slice(0, 10) === text ? text : undefined;
}

export type { DayWritten };

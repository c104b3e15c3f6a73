import { lineKeys } from "#app/content/lines.ts";
import { addDays, weekdayOf } from "#app/contract/calendar.ts";
import { day } from "#app/contract/day.ts";
import type { ListAsked } from "#app/lists/list.rules.ts";
import { findTab, type Tab } from "./orders-tabs.rules.ts";

/** The parameters of a list of orders besides search and sorting. */
export const orderFilters = ["tab", "line", "company", "days", "from", "to", "numbers"] as const;

/** The days that a list can be narrowed to. */
export const dayWords = { ordered: "Ordered", wanted: "Wanted", due: "Due", shipped: "Shipped" } as const;
type DayKind = keyof typeof dayWords;

/** What the API is asked for by the tab and the filters of the address. */
export function readOrderFilter({ filters }: ListAsked, tabs: readonly Tab[]) {
  const { state, due, waitingFor } = findTab(tabs, filters.tab);
  const line = lineKeys.find((key) => key === filters.line);
  const company = filters.company?.trim();
  const number = readNumbers(filters.numbers);
  return {
    ...(state && { state: [...state] }),
    ...(due && { due }),
    ...(waitingFor && { waitingFor }),
    ...(line && { line }),
    ...(company && { company }),
    ...(number.length > 0 && { number }),
    ...findDays(filters),
  };
}

/** As many as fit into the address of a list. */
export const NUMBERS_MAX = 30;

/** The orders that a list shows alone, by number, as `1544,1549`; odd ones are left out. */
export function readNumbers(numbers = ""): number[] {
  const read = numbers.split(",").filter((one) => /^[1-9][0-9]{0,8}$/.test(one));
  return [...new Set(read.map(Number))].slice(0, NUMBERS_MAX);
}

/** Of which days, and from which to which; odd ones are left out. */
export function readDays({ days, from, to }: ListAsked["filters"]) {
  const kind = Object.keys(dayWords).find(isDayKind(days));
  const [first, last] = [from, to].map((each) => day.safeParse(each).data);
  return { kind, from: first, to: last, isUsed: kind !== undefined && Boolean(first ?? last) };
}

const isDayKind =
  (days: string | undefined) =>
  (word: string): word is DayKind =>
    word === days;

function findDays(filters: ListAsked["filters"]): Partial<Record<(typeof dayFields)[DayKind][number], string>> {
  const { kind, from, to } = readDays(filters);
  if (!kind) return {};
  const [first, last] = dayFields[kind];
  return { ...(from && { [first]: from }), ...(to && { [last]: to }) };
}

const dayFields = {
  ordered: ["from", "to"],
  wanted: ["wantedFrom", "wantedTo"],
  due: ["dueFrom", "dueTo"],
  shipped: ["shippedFrom", "shippedTo"],
} as const;

/** Spans of days to choose at one press. Weeks begin on Monday. */
export function listSpans(today: string): { words: string; from: string; to: string }[] {
  const monday = addDays(today, -weekdayOf(today));
  return [
    { words: "Past", from: "", to: addDays(today, -1) },
    { words: "This week", from: monday, to: addDays(monday, 6) },
    { words: "Next week", from: addDays(monday, 7), to: addDays(monday, 13) },
    { words: "This month", from: `${today.slice(0, 7)}-01`, to: lastOfMonth(today) },
  ];
}

function lastOfMonth(today: string): string {
  const next = addDays(`${today.slice(0, 7)}-28`, 4);
  return addDays(`${next.slice(0, 7)}-01`, -1);
}

import type { TrimCounts } from "#app/features/trims/contract.ts";
import { type FilterName, filterNames, filters } from "#app/features/trims/facts.ts";
import type { TrimsAsked } from "./trims-query.ts";

/**
 * One choice of the strip: its name, the list it leads to, and how many trims that has; no number once it is chosen.
 */
export type StripChoice = { of: FilterName; value: string; to: Partial<TrimsAsked>; trims: number | undefined };

/** What buyers name first. Materials, whose names are long, are left to the filter. */
const strip = filterNames.filter((name) => "isInStrip" in filters[name]);

const MOST = 16;

/**
 * The choices that a phone shows without opening the filter. A filter in use shows only what was chosen, so that the
 * next one moves up; choices that lead to nothing are left out, and those that change nothing come last.
 */
export function stripChoices(asked: TrimsAsked, counts: TrimCounts | null): StripChoice[] {
  return strip.flatMap((of) => (asked[of].length > 0 ? chosen(of, asked) : open(of, asked, counts))).slice(0, MOST);
}

function chosen(of: FilterName, asked: TrimsAsked): StripChoice[] {
  const values = asked[of];
  return values.map((value) => ({
    ...{ of, value, trims: undefined },
    to: { ...asked, [of]: values.filter((other) => other !== value) },
  }));
}

function open(of: FilterName, asked: TrimsAsked, counts: TrimCounts | null): StripChoice[] {
  const some = (counts?.[of] ?? []).filter(({ trims }) => trims > 0);
  const narrowing = some.filter(({ trims }) => trims < (counts?.total ?? 0));
  const idle = some.filter((choice) => !narrowing.includes(choice));
  return [...narrowing, ...idle].map(({ value, trims }) => ({ of, value, trims, to: { ...asked, [of]: [value] } }));
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineKeys } from "#app/content/lines.ts";
import { toSearchText } from "#app/contract/search.ts";
import { mapFilters } from "#app/features/trims/facts.ts";
import { everything, SHOW_MAX, trimsAsked, trimsFilter, trimsHref, trimsSearch } from "./trims-query.ts";

const ask = (search: string) => trimsAsked(new URLSearchParams(search));

describe("the address of the list", () => {
  it("is read back as what was asked, whatever that is", () => {
    const sorted = <Value extends string>(values: readonly Value[]) =>
      fc.uniqueArray(fc.constantFrom(...values)).map((some) => values.filter((value) => some.includes(value)));
    const any = fc.record({
      q: fc.string({ maxLength: 80 }).map(toSearchText),
      line: fc.option(fc.constantFrom(...lineKeys), { nil: undefined }),
      ...mapFilters((_, { values }) => sorted(values)),
      sizeFrom: fc.option(fc.constantFrom(0.25, 9, 9.5, 600), { nil: undefined }),
      sizeTo: fc.option(fc.constantFrom(0.25, 9, 9.5, 600), { nil: undefined }),
      inStock: fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: undefined }),
      sort: fc.option(fc.constantFrom("newest", "price", "-price", "ordered"), { nil: undefined }),
      show: fc.constantFrom(12, 24, 480, SHOW_MAX),
    });
    fc.assert(
      fc.property(any, (asked) => {
        const sizes = asked.line ? {} : { sizeFrom: undefined, sizeTo: undefined };
        expect(ask(trimsSearch(asked))).toEqual({ ...asked, ...sizes });
      }),
    );
  });

  it("is the same for the same list, and knows nothing that the list does not read", () => {
    const one = ask("utm_source=x&finish=copper&line=rivets&finish=brass&finish=brass&fbclid=1&show=7&q=+star+");
    expect(trimsHref(one)).toBe("/trims?q=star&line=rivets&finish=brass&finish=copper");
    expect(trimsHref(everything)).toBe("/trims");
  });

  it.each([
    ["finish=gold", everything],
    ["line=shoes", everything],
    ["sizeFrom=9&sizeTo=x", everything],
    ["inStock=0", everything],
    ["inStock=1.5", everything],
    ["inStock=8,000", { ...everything, inStock: 8000 }],
    ["inStock=8.000", { ...everything, inStock: 8000 }],
    ["inStock=8%20000", { ...everything, inStock: 8000 }],
    ["sort=cheapest", everything],
    ["sort=-price", { ...everything, sort: "-price" }],
    ["show=all", { ...everything, show: SHOW_MAX }],
    ["show=1e9", { ...everything, show: SHOW_MAX }],
    ["show=-5", everything],
    ["show=30", { ...everything, show: 36 }],
  ])("ignores what it cannot read in ?%s", (search, asked) => {
    expect(ask(search)).toEqual(asked);
  });

  it("asks the API for nothing that nobody asked for", () => {
    expect(trimsFilter(everything)).toEqual({});
    expect(trimsFilter(ask("q=x&line=rivets&sizeFrom=9&inStock=5"))).toEqual({
      ...{ q: "x", line: "rivets", sizeFrom: 9, inStock: 5 },
    });
  });
});

import { describe, expect, it } from "vitest";
import type { TrimCounts } from "#app/features/trims/contract.ts";
import { mapFilters } from "#app/features/trims/facts.ts";
import { stripChoices } from "./trim-strip-choices.ts";
import { everything, trimsSearch } from "./trims-query.ts";

const counts: TrimCounts = {
  ...{ total: 16, line: [], ...mapFilters(() => []), material: [{ value: "brass", trims: 12 }], size: [] },
  finish: [
    { value: "antique brass", trims: 4 },
    { value: "nickel", trims: 0 },
    { value: "copper", trims: 1 },
  ],
  colour: [{ value: "black", trims: 1 }],
  certificate: [
    { value: "REACH-compliant", trims: 16 },
    { value: "nickel-free EN 1811", trims: 7 },
  ],
};
const asked = { ...everything, line: "rivets" } as const;

describe("the choices of the strip", () => {
  it("are finishes, colours and certificates that lead somewhere, those that change nothing last", () => {
    expect(stripChoices(asked, counts).map(({ value, trims }) => [value, trims])).toEqual([
      ["antique brass", 4],
      ["copper", 1],
      ["black", 1],
      ["nickel-free EN 1811", 7],
      ["REACH-compliant", 16],
    ]);
  });

  it("of a filter in use are only what was chosen, to be taken away, so that the next filter moves up", () => {
    const [copper, black] = stripChoices({ ...asked, finish: ["copper"] }, counts);
    expect(copper).toMatchObject({ value: "copper", trims: undefined });
    expect(trimsSearch(copper?.to ?? {})).toBe("?line=rivets");
    expect(trimsSearch(black?.to ?? {})).toBe("?line=rivets&finish=copper&colour=black");
  });

  it("without counts are what was chosen alone", () => {
    const { to, ...choice } = stripChoices({ ...asked, colour: ["black"] }, null)[0] ?? {};
    expect([choice, trimsSearch(to ?? {})]).toEqual([
      { of: "colour", value: "black", trims: undefined },
      "?line=rivets",
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { describeFacts } from "./fact-words.ts";
import { unknownFacts } from "./facts.contract.ts";

describe("the facts of a trim in words", () => {
  it("say nothing of what is unknown", () => {
    expect(describeFacts(unknownFacts)).toEqual([]);
    expect(describeFacts({ ...unknownFacts, certificates: [] })).toEqual([]);
  });

  it("name what is known in the words of the trade", () => {
    const known = {
      ...unknownFacts,
      kind: "snap-button",
      colour: { name: "brass", shade: "old gold", hex: "#b8954a" },
      size: { text: "27L (17 mm)", mm: 17, mmHeight: null },
      packingUnit: 1000,
      leadTimeDays: 1,
      countryOfMake: "PT",
      certificates: ["GRS", "FSC"],
      family: "snaps",
    } as const;
    expect(describeFacts({ ...known, certificates: [...known.certificates] })).toEqual([
      { fact: "kind", what: "Type", text: "snap button" },
      { fact: "colour", what: "Colour", text: "brass, old gold" },
      { fact: "size", what: "Size", text: "27L (17 mm)" },
      { fact: "packingUnit", what: "Packing unit", text: "1,000 pieces" },
      { fact: "leadTimeDays", what: "Lead time when stock is short", text: "1 day" },
      { fact: "countryOfMake", what: "Country of origin", text: "Portugal" },
      { fact: "certificates", what: "Certificates", text: "GRS, FSC" },
    ]);
  });
});

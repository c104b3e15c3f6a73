import { describe, expect, it } from "vitest";
import { pickFacts } from "#app/features/trims/facts.contract.ts";
import catalogue from "#db/catalogue.json" with { type: "json" };
import facts from "#db/facts.json" with { type: "json" };
import { groupRelatives, type Relative } from "./relatives.rules.ts";

const nameOf = new Map(catalogue.map(({ slug, name }) => [slug, name]));

function familyOf(slug: string): Relative[] {
  const members = facts.trims.filter(({ family }) => family === slug);
  return members.map((member, at) => ({
    ...pickFacts(member),
    _id: member.slug,
    number: at + 1,
    name: nameOf.get(member.slug) ?? "",
  }));
}

function labelsOf(slug: string) {
  const [first, ...others] = familyOf(slug);
  const known = facts.families.find((family) => family.slug === slug);
  if (!first || !known) throw new Error(`no family ${slug}`);
  const family = { ...known, differBy: known.differBy as ("size" | "finish" | "colour" | "design")[] };
  return groupRelatives(first, others, family).map(({ relatives }) => relatives.map(({ label }) => label));
}

describe("groupRelatives", () => {
  it("puts the trim first, those of its size beside it, and the other sizes below", () => {
    expect(labelsOf("metal-zippers-5-closed-end")).toEqual([
      ["Antique brass on indigo", "Matt black", "Gunmetal on charcoal"],
      ["Brass on ecru", "Copper on rust", "Brass on red tape"],
    ]);
  });

  it("says how each differs, and nothing that all share", () => {
    expect(labelsOf("pearl-prong-snaps-10-5mm")).toEqual([["Brass, white", "Nickel, navy"]]);
    expect(labelsOf("shank-buttons-32l")).toEqual([["Copper, laurel wreath", "Brass, sunburst"]]);
    expect(labelsOf("spun-polyester-threads-tkt-120")).toEqual([["Optic white", "Copper rust"]]);
    expect(labelsOf("domed-rivets")).toEqual([["Antique brass"], ["Brass"]]);
  });

  it("never gives two trims of a family and size the same name", () => {
    for (const { slug } of facts.families) {
      for (const labels of labelsOf(slug)) expect(new Set(labels).size, slug).toBe(labels.length);
    }
  });
});

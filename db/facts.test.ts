import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import catalogue from "./catalogue.json" with { type: "json" };
import facts from "./facts.json" with { type: "json" };
import schema from "./facts.schema.json" with { type: "json" };

type Facts = (typeof facts.trims)[number];
type Holds = (holds: boolean, fault: string) => void;

const { vocabularies } = facts;
const trimOf = new Map(catalogue.map((trim) => [trim.slug, trim]));
const groupOfFinish = new Map(vocabularies.finishes.map(({ name, group }) => [name, group]));
const wordsOf = ({ name, description, alt }: (typeof catalogue)[number]) =>
  `${name} ${description} ${alt}`.toLowerCase();
/** A price in ten-thousandths of a dollar. */
const units = (price: string) => Math.round(Number(price) * 10_000);

/** The product line of each kind, and what 100 pieces of it weigh at least and at most, in grams. */
const kinds = new Map<string, [line: string, low: number, high: number]>([
  ["woven-label", ["labels-hangtags", 5, 250]],
  ["printed-label", ["labels-hangtags", 5, 100]],
  ["heat-transfer", ["labels-hangtags", 10, 100]],
  ["patch", ["labels-hangtags", 80, 600]],
  ["hangtag", ["labels-hangtags", 100, 800]],
  ["price-ticket", ["labels-hangtags", 30, 150]],
  ["belt", ["belts-buckles", 5000, 30_000]],
  ["buckle", ["belts-buckles", 1000, 12_000]],
  ["rivet", ["rivets", 20, 400]],
  ["zipper", ["zippers-pullers", 300, 9000]],
  ["puller", ["zippers-pullers", 80, 800]],
  ["shank-button", ["buttons", 100, 700]],
  ["snap-button", ["buttons", 60, 500]],
  ["thread", ["threads", 8000, 40_000]],
]);
const laundered = new Set(["woven-label", "printed-label", "heat-transfer", "patch", "thread"]);
const metals = new Set(["zinc alloy", "steel", "brass", "recycled brass", "copper"]);
const colourOfFinish = new Map([
  ["antique brass", "brass"],
  ["brass", "brass"],
  ["nickel look", "silver"],
  ["nickel", "silver"],
  ["antique nickel", "silver"],
  ["gunmetal", "grey"],
  ["copper", "copper"],
  ["antique copper", "copper"],
  ["raw copper", "copper"],
  ["matt black", "black"],
]);
/** Colours that go without saying. */
const unsaid = new Map([
  ["natural", /kraft|seed paper/],
  ["indigo", /raw denim/],
]);
const withNickel = new Set(["nickel", "antique nickel", "gunmetal"]);

it("fit their schema", () => {
  const { $schema: _, $id: __, ...rules } = schema;
  const judge = z.fromJSONSchema(rules as z.core.JSONSchema.JSONSchema);
  expect(judge.safeParse(facts).error).toBeUndefined();
  expect(judge.safeParse({ ...facts, trims: [{ ...facts.trims[0], finish: "chrome" }] }).success).toBe(false);
});

it("are those of the catalogue, each once, in its order", () => {
  expect(facts.trims.map(({ slug }) => slug)).toEqual(catalogue.map(({ slug }) => slug));
});

it("use each word of the vocabularies; a certificate may wait for its first trim", () => {
  const used = (pick: (trim: Facts) => string | string[] | null) =>
    [...new Set(facts.trims.flatMap((trim) => pick(trim) ?? []))].toSorted();
  expect(used(({ kind }) => kind)).toEqual(vocabularies.kinds.toSorted());
  expect(used(({ material }) => material)).toEqual(vocabularies.materials.toSorted());
  expect(used(({ finish }) => finish)).toEqual(vocabularies.finishes.map(({ name }) => name).toSorted());
  expect(used(({ colour }) => colour.name)).toEqual(vocabularies.colours.map(({ name }) => name).toSorted());
  expect(vocabularies.certificates).toEqual(expect.arrayContaining(used(({ certificates }) => certificates)));
});

describe("each trim agrees with its name and description in", () => {
  const checks = { kind, size, finishAndColour, materialAndCertificates, careAndWeight, packing, priceBreaks };
  it.each(Object.entries(checks))("%s", (_, check) => {
    const faults: string[] = [];
    for (const trim of facts.trims) {
      const known = trimOf.get(trim.slug);
      if (!known) throw new Error(`${trim.slug} is not in the catalogue`);
      check(trim, known, (holds, fault) => void (holds || faults.push(`${trim.slug}: ${fault}`)));
    }
    expect(faults).toEqual([]);
  });
});

type Check = (facts: Facts, trim: (typeof catalogue)[number], must: Holds) => void;

function kind(...[facts, trim, must]: Parameters<Check>) {
  must(kinds.get(facts.kind)?.[0] === trim.line, `a ${facts.kind} does not belong to ${trim.line}`);
  must(existsSync(`public/images/products/${trim.image}`), `has no picture ${trim.image}`);
  const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  must(regions.of(facts.countryOfMake) !== undefined, `${facts.countryOfMake} is no country`);
}

function size(...[facts, trim, must]: Parameters<Check>) {
  const { text, mm, mmHeight } = facts.size;
  const description = wordsOf(trim);
  if (facts.kind === "thread") {
    const [, number = "?", length = "?"] = /(Tkt \d+|Tex \d+|Nm \d+\/\d|\d+\/\d).*?(\d+ m)$/.exec(trim.name) ?? [];
    must(text.includes(number) && text.endsWith(length), `"${text}" is not the size in the name`);
    const [, tex] = /\btex (\d+)/.exec(description) ?? [];
    if (!tex) return;
    must(text.includes(`Tex ${tex}`) && Math.abs(mm - 0.0397 * Math.sqrt(Number(tex))) < 0.006, "Tex and mm differ");
    return;
  }
  const [named, namedHeight] = dimensionsIn(trim.name);
  must(mm === named && mmHeight === namedHeight, `is ${named} x ${namedHeight} mm by its name`);
  const [, shown] = /(\d+(?:\.\d+)?)(?: mm\)| mm| x | cm)/.exec(text) ?? [];
  must([mm, mm / 10].includes(Number(shown)), `"${text}" is not ${mm} mm`);
  const [, ligne] = /(\d+)L\b/.exec(trim.name) ?? [];
  if (ligne)
    must(text.startsWith(`${ligne}L (`) && description.includes(`${ligne} ligne (${mm} mm)`), "ligne is not mm");
  const [, chain] = /#(\d+)/.exec(trim.name) ?? [];
  if (chain) must(text.startsWith(`#${chain}, `), "the chain size is not that of the name");
}

/** The leading dimension and the height that a name states, in mm. A ligne is 0.635 mm. */
function dimensionsIn(name: string): [mm: number | undefined, mmHeight: number | null] {
  const [, width, height] = /(\d+(?:\.\d+)?) x (\d+(?:\.\d+)?) mm/.exec(name) ?? [];
  if (width) return [Number(width), Number(height)];
  const [, ligne] = /(\d+)L\b/.exec(name) ?? [];
  if (ligne) return [Math.round(Number(ligne) * 0.635), null];
  const [, figure, unit] = /(\d+(?:\.\d+)?) (mm|cm)\b/.exec(name) ?? [];
  if (!figure) return [undefined, null];
  return [Number(figure) * (unit === "cm" ? 10 : 1), /square, \d+ mm/.test(name) ? Number(figure) : null];
}

function finishAndColour(...[{ kind, finish, colour, material }, trim, must]: Parameters<Check>) {
  const words = wordsOf(trim);
  const named = /antique brass|antique nickel|antique copper|raw copper|matt black|nickel look|gunmetal/;
  const [inName = finish] = named.exec(trim.name.toLowerCase()) ?? [];
  must(finish === inName, `is ${inName} by its name, not ${finish}`);
  const group = finish && groupOfFinish.get(finish);
  if (finish === "nickel look") must(/nickel look|nickel.free|white bronze/.test(words), "never speaks of nickel look");
  else if (group === "metal") must(words.includes(finish?.split(" ").at(-1) ?? "?"), `never speaks of ${finish}`);
  else if (group === "fold") must(kind.endsWith("-label"), "only labels are folded");
  else if (finish) must(kind === "thread" && words.includes(finish), `never speaks of ${finish}`);
  const [fold] = /(end|loop)(?=.fold)/.exec(words) ?? [];
  if (fold) must(finish === `${fold} fold`, `is ${fold} fold by its description`);
  if (metals.has(material)) must(colour.name === colourOfFinish.get(finish ?? ""), `${finish} is not ${colour.name}`);
  else if (colour.shade) must(words.includes(colour.shade), `never speaks of ${colour.shade}`);
  else must(words.includes(colour.name) || !!unsaid.get(colour.name)?.test(words), `never speaks of ${colour.name}`);
}

/** What the texts claim, and no more. */
function materialAndCertificates(...[{ slug, kind, material, finish, certificates }, trim, must]: Parameters<Check>) {
  const words = wordsOf(trim);
  const has = (certificate: string) => certificates.some((held) => held === certificate);
  const isRecycled = /recycled (pet|polyester|brass|kraft)|tape from 100% recycled/.test(words);
  if (isRecycled) must(/^recycled|recycled polyester tape/.test(material), `${material} is not recycled`);
  else must(!material.includes("recycled"), "is not recycled by its description");
  if (words.includes("organic cotton")) must(material === "organic cotton", "is organic cotton by its name");
  const isPlastic = /\bpu\b/.test(words) && !slug.includes("apple") && ["belt", "patch", "puller"].includes(kind);
  if (isPlastic) must(material === "PU leather", "is PU leather by its name");
  if (/\bgrs\b/.test(words)) must(has("GRS"), "lacks its GRS");
  else must(!has("GRS") || words.includes("certified recycled"), "claims a GRS that its description does not");
  if (words.includes("oeko-tex")) must(has("OEKO-TEX Standard 100"), "lacks its OEKO-TEX");
  must(has("GOTS") === (words.includes("gots") && !words.includes("gots-certifiable")), "certifiable is not certified");
  const isNickelFree = has("nickel-free EN 1811");
  if (/nickel.free|nickel safe|white bronze/.test(words)) must(isNickelFree, "lacks its nickel-free");
  must(!(isNickelFree && withNickel.has(finish ?? "")), `${finish} is not nickel-free`);
  if (/phthalate.free/.test(words)) must(has("REACH-compliant"), "is phthalate-free without REACH");
  must(!has("FSC") || /board|card|jacron|cork/.test(material), `FSC does not fit ${material}`);
}

function careAndWeight(...[{ kind, care, weightGrams }, trim, must]: Parameters<Check>) {
  must(laundered.has(kind) === (care !== null), care ? "needs no care" : "lacks its care");
  const [, degrees] = /(?:wash-fast at|safe to) (\d+) °c/.exec(wordsOf(trim)) ?? [];
  if (degrees) must(!!care?.startsWith(`Wash ${degrees} °C`), `is washed at ${degrees} °C by its description`);
  const [, low = 0, high = 0] = kinds.get(kind) ?? [];
  must(weightGrams >= low && weightGrams <= high, `${weightGrams} g is not between ${low} and ${high}`);
}

function packing(...[{ packingUnit, lowStockAt }, { moq }, must]: Parameters<Check>) {
  must(moq % packingUnit === 0, `the minimum of ${moq} is not whole packing units`);
  must(lowStockAt >= moq && lowStockAt % packingUnit === 0, `${lowStockAt} is below the minimum or not whole units`);
}

function priceBreaks(...[{ priceBreaks, packingUnit }, trim, must]: Parameters<Check>) {
  let [from, price] = [trim.moq, units(trim.price)];
  for (const step of priceBreaks) {
    const off = 1 - units(step.price) / units(trim.price);
    must(step.from > from && units(step.price) < price, `${step.price} from ${step.from} on is no step down`);
    must(step.from % packingUnit === 0, `the break from ${step.from} is not whole packing units`);
    must(off > 0.0499 && off < 0.2201, `${step.price} from ${step.from} on is ${(off * 100).toFixed(1)} % off`);
    [from, price] = [step.from, units(step.price)];
  }
  const inReach = priceBreaks.filter(({ from }) => from <= trim.quantity).length;
  must(trim.quantity < 5 * trim.moq || inReach >= 3, `only ${inReach} of the breaks are within the stock`);
}

describe("families", () => {
  const members = Map.groupBy(facts.trims, ({ family }) => family);

  it("are named once, and are all that trims speak of", () => {
    const slugs = [...members.keys()].filter((slug) => slug !== null);
    expect(slugs.toSorted()).toEqual(facts.families.map(({ slug }) => slug).toSorted());
  });

  it.each(facts.families)("$slug: two or more of one line, kind and material differ as it says", (family) => {
    const trims = members.get(family.slug) ?? [];
    const values = (pick: (trim: Facts) => string | undefined | null) => new Set(trims.map(pick)).size;
    expect(trims.length).toBeGreaterThan(1);
    expect(new Set(trims.map(({ kind }) => kind))).toEqual(new Set([family.kind]));
    expect(new Set(trims.map(({ slug }) => trimOf.get(slug)?.line))).toEqual(new Set([family.line]));
    expect(values(({ material }) => material)).toBe(1);
    const differ = {
      size: values(({ size }) => size.text) > 1,
      finish: values(({ finish }) => finish) > 1,
      colour: values(({ colour }) => `${colour.name} ${colour.shade}`) > 1,
      design: family.differBy.includes("design"),
    };
    const axes = Object.entries(differ).flatMap(([axis, differs]) => (differs ? axis : []));
    expect(axes.toSorted()).toEqual(family.differBy.toSorted());
    // Without another design, no two are the same.
    const looks = values(({ size, finish, colour }) => [size.text, finish, colour.name, colour.shade].join());
    if (!differ.design) expect(looks).toBe(trims.length);
  });
});

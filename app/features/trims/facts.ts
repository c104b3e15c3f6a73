import { z } from "zod";
import { country } from "#app/contract/country.ts";

/** What a trim is; finer than its line. */
export const kinds = [
  "woven-label",
  "printed-label",
  "heat-transfer",
  "patch",
  "hangtag",
  "price-ticket",
  "belt",
  "buckle",
  "rivet",
  "zipper",
  "puller",
  "shank-button",
  "snap-button",
  "thread",
] as const;

/** The main material: of the cap of a rivet, the strap of a belt, the chain and tape of a zipper. */
export const materials = [
  "polyester",
  "recycled polyester",
  "cotton",
  "organic cotton",
  "silicone",
  "jacron",
  "PU leather",
  "apple-based PU",
  "cork",
  "recycled kraft board",
  "card",
  "cotton paper",
  "denim-faced card",
  "seed paper",
  "zinc alloy",
  "steel",
  "brass",
  "recycled brass",
  "copper",
  "brass on cotton tape",
  "brass on polyester tape",
  "brass on recycled polyester tape",
  "resin and brass",
  "polyester-cotton corespun",
  "nylon",
  "linen",
] as const;

/** For metal; then how a label is cut and folded, and how a thread is finished. */
export const finishes = [
  "antique brass",
  "brass",
  "nickel look",
  "nickel",
  "antique nickel",
  "gunmetal",
  "copper",
  "antique copper",
  "raw copper",
  "matt black",
  "end fold",
  "loop fold",
  "straight cut",
  "mercerised",
  "bonded",
  "waxed",
] as const;

/** Each metal finish by daylight. The other finishes have no colour of their own. */
export const finishSwatches = {
  "antique brass": "#8a6c3a",
  brass: "#c09a4a",
  "nickel look": "#c2c1bc",
  nickel: "#cfcdc8",
  "antique nickel": "#85827d",
  gunmetal: "#47494f",
  copper: "#c07355",
  "antique copper": "#85492f",
  "raw copper": "#b8694a",
  "matt black": "#242426",
} as const satisfies Partial<Record<(typeof finishes)[number], string>>;

const metals: readonly string[] = ["zinc alloy", "steel", "brass", "recycled brass", "copper"];

/** The colours of a trim's metal and cloth. A metal's colour only repeats its finish. */
export function swatchOf({ finish, colour, material }: Pick<Facts, "finish" | "colour" | "material">) {
  const metal = Object.entries(finishSwatches).find(([name]) => name === finish)?.[1];
  const isMetal = metal !== undefined && metals.includes(material ?? "");
  return { metal, cloth: isMetal ? undefined : colour?.hex };
}

/** The colours that tell trims apart, each with a swatch. */
export const swatches = {
  black: "#17171a",
  white: "#f3f1ec",
  ecru: "#e2d6ba",
  natural: "#c3a274",
  grey: "#74777b",
  indigo: "#22345e",
  navy: "#141d33",
  blue: "#4b6794",
  red: "#a01d1f",
  rust: "#8f4322",
  yellow: "#d09a35",
  cognac: "#8d4d22",
  brown: "#5a3420",
  green: "#2f4a35",
  khaki: "#83754d",
  brass: "#b8954a",
  copper: "#b8694a",
  silver: "#b9b9b6",
} as const;

export const colours = Object.keys(swatches) as (keyof typeof swatches)[];

export const certificates = [
  "OEKO-TEX Standard 100",
  "GRS",
  "GOTS",
  "FSC",
  "ZDHC",
  "REACH-compliant",
  "nickel-free EN 1811",
] as const;

const text = (most: number) =>
  z.string().trim().min(1, "Please write something").max(most, `At most ${most} characters`);

const count = (most: number) =>
  z.int("Please write a whole number").min(1, "Please write a whole number above 0").max(most, `At most ${most}`);

/** A measure with two decimals, as its column keeps it. */
const measure = (most: number) =>
  z
    .number("Please write a number")
    .positive("Please write a number above 0")
    .max(most, `At most ${most}`)
    .multipleOf(0.01, "At most two decimals");

/**
 * The technical facts of a trim, in requests and answers alike; null is unknown. Each fact also has a column in
 * `tables.server.ts` and words in `fact-words.ts`; form, page, audit and seed follow from these.
 */
export const factShape = {
  kind: z.enum(kinds).nullable(),
  material: z.enum(materials).nullable(),
  finish: z.enum(finishes).nullable(),
  /** Of the ground of a label, the strap of a belt, the tape of a zipper, the thread; else of the metal. */
  colour: z
    .strictObject({
      name: z.enum(colours),
      /** The trade name, where it says more: old gold, oxblood. */
      shade: text(40).nullable(),
      hex: z.string().regex(/^#[0-9a-f]{6}$/, "Please write a colour such as #8a6c3a"),
    })
    .nullable(),
  size: z
    .strictObject({
      /** As the trade writes it. */
      text: text(40),
      /** The leading dimension: a label's or strap's width, a rivet's or button's diameter, a zipper's length. */
      mm: measure(2000),
      mmHeight: measure(2000).nullable(),
    })
    .nullable(),
  /** Of 100 pieces, with nail, tack or cone. */
  weightGrams: measure(50_000).nullable(),
  /** Pieces in a bag, bundle or box. */
  packingUnit: count(10_000).nullable(),
  /** Calendar days until more can ship when stock is short. */
  leadTimeDays: count(90).nullable(),
  countryOfMake: country.nullable(),
  /** In the words of the care symbols (ISO 3758), the washing first. */
  care: z
    .string()
    .trim()
    .regex(/^(Wash|Hand wash) (30|40|60|95) °C, .{1,140}$/, "Please begin with the washing, such as “Wash 40 °C, ”")
    .nullable(),
  certificates: z.array(z.enum(certificates)).max(certificates.length).nullable(),
  /** Shared by trims that differ only in size, finish, colour or design. */
  family: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Please write small letters, figures and hyphens")
    .max(80, "At most 80 characters")
    .nullable(),
};

const facts = z.object(factShape);

export type Facts = z.infer<typeof facts>;

export const unknownFacts: Facts = facts.parse(Object.fromEntries(Object.keys(factShape).map((fact) => [fact, null])));

/** The facts among these fields, checked; what is not there is unknown. */
export function pickFacts(fields: object): Facts {
  return facts.parse({ ...unknownFacts, ...fields });
}

/** The same without its facts: pages that do not show them need not load them. */
export function withoutFacts<Fields extends Facts>(fields: Fields): Omit<Fields, keyof Facts> {
  const rest: Partial<Fields> = { ...fields };
  for (const fact of facts.keyof().options) delete rest[fact];
  return rest as Omit<Fields, keyof Facts>;
}

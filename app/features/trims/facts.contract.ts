import { z } from "zod";
import { country } from "#app/contract/country.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { cleanLine } from "#app/contract/text.ts";
import { certificates, colours, finishes, kinds, materials } from "./facts.ts";

// Apart from `facts.ts`, which public pages load: they validate nothing.

const text = (most: number) => oneLine(most).min(1, "Please write something");

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
  /** The colour of a label's ground, a belt's strap, a zipper's tape or the thread; else of the metal. */
  colour: z
    .strictObject({
      name: z.enum(colours),
      /** The trade name, if it says more: old gold, oxblood. */
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
    .overwrite(cleanLine)
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
/** Zod makes a schema each time it is asked. */
const factNames = facts.keyof().options;

export type Facts = z.infer<typeof facts>;

export const unknownFacts: Facts = facts.parse(Object.fromEntries(Object.keys(factShape).map((fact) => [fact, null])));

/** The facts among these fields, checked; what is not there is unknown. */
export function pickFacts(fields: object): Facts {
  return facts.parse({ ...unknownFacts, ...fields });
}

/** The same without its facts: pages that do not show them need not load them. */
export function withoutFacts<Fields extends Facts>(fields: Fields): Omit<Fields, keyof Facts> {
  const rest: Partial<Fields> = { ...fields };
  for (const fact of factNames) delete rest[fact];
  return rest as Omit<Fields, keyof Facts>;
}

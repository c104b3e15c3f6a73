import { nameCountry } from "#app/contract/country-name.ts";
import { describePieces } from "#app/contract/money.ts";
import type { Facts } from "./facts.contract.ts";
import { certificates, colours, finishes, kinds, materials } from "./facts.ts";

type Path<Name extends string, Value> = Value extends readonly unknown[]
  ? Name
  : Value extends object
    ? `${Name}.${keyof Value & string}`
    : Name;

/** The path of a fact in the contract: `kind`, `colour.name`. */
export type FactPath = { [Fact in keyof Facts]: Path<Fact, NonNullable<Facts[Fact]>> }[keyof Facts];

type FactInput = {
  label: string;
  under: "Material and colour" | "Size and weight" | "Packing and origin" | "Care and certificates";
  /** Its column in the catalogue's file. */
  column: string;
  hint?: string;
  /** The options; `certificates` accepts any number. */
  choices?: readonly string[];
  number?: "count" | "measure";
};

const material = { under: "Material and colour" } as const;
const size = { under: "Size and weight" } as const;
const packing = { under: "Packing and origin" } as const;
const care = { under: "Care and certificates" } as const;

/** How forms and the catalogue's file have each fact, in order. */
export const factInputs: Record<FactPath, FactInput> = {
  kind: { ...material, label: "Type", column: "kind", choices: kinds },
  material: { ...material, label: "Material", column: "material", choices: materials },
  finish: { ...material, label: "Finish", column: "finish", choices: finishes },
  "colour.name": { ...material, label: "Colour", column: "colour", choices: colours },
  "colour.shade": { ...material, label: "Shade", column: "shade", hint: "Such as old gold or oxblood" },
  "colour.hex": {
    ...{ ...material, label: "Swatch", column: "swatch" },
    hint: "Such as #8a6c3a; if empty, the colour's own",
  },
  "size.text": { ...size, label: "Size", column: "size", hint: "As the trade writes it: 27L (17 mm)" },
  "size.mm": { ...size, label: "Leading dimension", column: "size_mm", hint: "Millimetres", number: "measure" },
  "size.mmHeight": { ...size, label: "Height", column: "height_mm", hint: "Millimetres", number: "measure" },
  weightGrams: { ...size, label: "Weight of 100 pieces", column: "weight_g", hint: "Grams", number: "measure" },
  packingUnit: {
    ...{ ...packing, label: "Packing unit", column: "packing_unit" },
    ...{ hint: "Pieces in a bag or box", number: "count" },
  },
  leadTimeDays: {
    ...{ ...packing, label: "Lead time", column: "lead_days" },
    ...{ hint: "Days when stock is short", number: "count" },
  },
  countryOfMake: { ...packing, label: "Country of origin", column: "country", hint: "Two letters, such as PT" },
  care: { ...care, label: "Care", column: "care", hint: "As the care symbols say: Wash 60 °C, no bleach" },
  certificates: { ...care, label: "Certificates", column: "certificates", choices: certificates },
  family: { ...packing, label: "Family", column: "family", hint: "The same word for all its relatives" },
};

export const factPaths = Object.keys(factInputs) as FactPath[];

/** The text for each known fact; undefined where nobody needs it. */
const said: { [Fact in keyof Facts]: [what: string, say: (value: NonNullable<Facts[Fact]>) => string | undefined] } = {
  kind: ["Type", nameKind],
  material: ["Material", String],
  finish: ["Finish", String],
  colour: ["Colour", ({ name, shade }) => (shade?.includes(name) ? shade : [name, shade].filter(Boolean).join(", "))],
  size: ["Size", ({ text }) => text],
  weightGrams: ["Weight of 100 pieces", (grams) => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`)],
  packingUnit: ["Packing unit", describePieces],
  leadTimeDays: ["Lead time when stock is short", (days) => (days === 1 ? "1 day" : `${days} days`)],
  countryOfMake: ["Country of origin", nameCountry],
  care: ["Care", String],
  certificates: ["Certificates", (all) => all.join(", ") || undefined],
  family: ["Family", () => undefined],
};

/** What `describeFacts` may tell, in its order. */
export const factTitles = Object.entries(said).flatMap(([fact, [what]]) => (fact === "family" ? [] : what));

export type FactInWords = { fact: keyof Facts; what: string; text: string };

/** The known facts of a trim, in words. */
export function describeFacts(trim: Facts): FactInWords[] {
  return (Object.keys(said) as (keyof Facts)[]).flatMap((fact) => tell(fact, trim[fact]));
}

function tell<Fact extends keyof Facts>(fact: Fact, value: Facts[Fact]) {
  const [what, say] = said[fact];
  const text = value === null ? undefined : say(value);
  return text === undefined ? [] : { fact, what, text };
}

/** `snap-button` for display. */
function nameKind(kind: string): string {
  return kind.replaceAll("-", " ");
}

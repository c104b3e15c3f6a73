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
  hint?: string;
  /** The options; `certificates` accepts any number. */
  choices?: readonly string[];
  isNumber?: true;
};

/** The form's label for each fact, in order. */
export const factInputs: Record<FactPath, FactInput> = {
  kind: { label: "Type", under: "Material and colour", choices: kinds },
  material: { label: "Material", under: "Material and colour", choices: materials },
  finish: { label: "Finish", under: "Material and colour", choices: finishes },
  "colour.name": { label: "Colour", under: "Material and colour", choices: colours },
  "colour.shade": { label: "Shade", under: "Material and colour", hint: "Such as old gold or oxblood" },
  "colour.hex": { label: "Swatch", under: "Material and colour", hint: "Such as #8a6c3a; if empty, the colour's own" },
  "size.text": { label: "Size", under: "Size and weight", hint: "As the trade writes it: 27L (17 mm)" },
  "size.mm": { label: "Leading dimension", under: "Size and weight", hint: "Millimetres", isNumber: true },
  "size.mmHeight": { label: "Height", under: "Size and weight", hint: "Millimetres", isNumber: true },
  weightGrams: { label: "Weight of 100 pieces", under: "Size and weight", hint: "Grams", isNumber: true },
  packingUnit: { label: "Packing unit", under: "Packing and origin", hint: "Pieces in a bag or box", isNumber: true },
  leadTimeDays: { label: "Lead time", under: "Packing and origin", hint: "Days when stock is short", isNumber: true },
  countryOfMake: { label: "Country of origin", under: "Packing and origin", hint: "Two letters, such as PT" },
  family: { label: "Family", under: "Packing and origin", hint: "The same word for all its relatives" },
  care: { label: "Care", under: "Care and certificates", hint: "As the care symbols say: Wash 60 °C, no bleach" },
  certificates: { label: "Certificates", under: "Care and certificates", choices: certificates },
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

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

type Swatched = { finish: string | null; colour: { hex: string } | null; material: string | null };

/** The colours of a trim's metal and cloth. A metal's colour only repeats its finish. */
export function swatchOf({ finish, colour, material }: Swatched) {
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

type Filter = {
  title: string;
  values: readonly string[];
  /** Those of `values` that are offered and counted; all if left out. */
  choices?: readonly string[];
  /** Its column in `tables.server.ts`. */
  column: string;
  /** A trim may have several. */
  isList?: true;
  /** Offered above the list, too, where the filter is a drawer. */
  isInStrip?: true;
};

/**
 * The facts that a list is narrowed by ticking some of their values, by the name of their parameter. Form, address, chips,
 * API, counts and SQL follow from these.
 */
export const filters = {
  finish: { title: "Finish", values: finishes, column: "finish", isInStrip: true },
  colour: {
    title: "Colour",
    values: colours,
    column: "colour",
    isInStrip: true,
    // A finish says more than the colour of bare metal.
    choices: colours.filter((colour) => !["brass", "copper", "silver"].includes(colour)),
  },
  material: { title: "Material", values: materials, column: "material" },
  certificate: {
    title: "Certificate",
    values: certificates,
    column: "certificates",
    isList: true,
    isInStrip: true,
  },
} as const satisfies Record<string, Filter>;

export type FilterName = keyof typeof filters;

export const filterNames = Object.keys(filters) as FilterName[];

/** Something for each filter, by its name. */
export function mapFilters<Value>(of: (name: FilterName, filter: Filter) => Value): Record<FilterName, Value> {
  const entries = filterNames.map((name) => [name, of(name, filters[name])]);
  return Object.fromEntries(entries) as Record<FilterName, Value>;
}

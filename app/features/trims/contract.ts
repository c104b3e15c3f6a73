import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { line } from "#app/contract/line.ts";
import { pageHeaders, pageQuery, searchHeaders, searchText } from "#app/contract/page.ts";
import { MAX_PIECES } from "#app/contract/pieces.ts";
import { price, priceBreak } from "#app/contract/price.ts";
import { notFound } from "#app/contract/problem.ts";
import { WITHOUT } from "#app/contract/search.ts";
import { factShape } from "./facts.contract.ts";
import { mapFilters } from "./facts.ts";

/**
 * A catalogue item. `quantity` is what can still be ordered; both counts are pieces, the price is dollars per piece.
 */
export const trim = z
  .object({
    _id: id,
    name: z.string(),
    price,
    description: z.string(),
    moq: z.int(),
    quantity: z.int(),
    img: z.string(),
    /** What the picture shows, for those who do not see it. */
    alt: z.string(),
    line: line.nullable(),
    /** The article number, as on the tag: 75 is "No. 075". */
    number: z.int(),
    /** Lower prices for larger orders, rising by pieces; `price` holds below the first. */
    priceBreaks: z.array(priceBreak),
    ...factShape,
  })
  .meta({ id: "Trim" });

export type Trim = z.infer<typeof trim>;

/** A parameter that may be repeated: any of its values. */
const repeatable = <Value extends string>(value: z.ZodType<Value, Value>) =>
  z.union([z.array(value).max(40), value.transform((one) => [one])]).optional();

const millimetres = z.coerce.number().positive().max(999_999);

/** What a list of trims is narrowed by. Values of one name are alternatives; different names must all match. */
const filter = {
  q: searchText.optional(),
  line: line.optional(),
  ...mapFilters((_, { values }) => repeatable(z.enum(values))),
  /** Leading dimension in millimetres, from and to; counts only together with `line`. */
  sizeFrom: millimetres.optional(),
  sizeTo: millimetres.optional(),
  /** At least this many pieces can be ordered now. */
  inStock: z.coerce.number().int().min(1).max(MAX_PIECES).optional(),
};

export type TrimFilter = z.output<z.ZodObject<typeof filter>>;

/** Orders of a list: newest first, by price at the minimum, or most often ordered first. */
const trimSorts = ["newest", "price", "-price", "ordered"] as const;

export type TrimSort = (typeof trimSorts)[number];

const withoutHeader = {
  [WITHOUT]: "the words that were left out, because no trim has them with the others: percent-encoded, between commas",
};

export const listTrims = endpoint({
  method: "GET",
  path: "/trims",
  access: "public",
  isCached: true,
  summary: "Lists the catalogue by article number, or searches it, best match first",
  query: z.strictObject({ ...pageQuery, ...filter, sort: z.enum(trimSorts).optional() }),
  output: z.array(trim),
  outputHeaders: { ...searchHeaders, ...withoutHeader },
});

export const listLowTrims = endpoint({
  method: "GET",
  path: "/trims/low",
  access: "admin",
  may: "manage-stock",
  summary: "Lists the trims whose stock is below their mark, by article number",
  query: z.strictObject({
    ...pageQuery,
    /** Words, read as in the list of all trims. */
    q: searchText.optional(),
  }),
  output: z.array(trim.extend({ lowStockAt: z.int().nullable() })),
  outputHeaders: { ...pageHeaders, ...withoutHeader },
});

export type LowTrim = z.output<typeof listLowTrims.output>[number];

const choices = z.array(z.object({ value: z.string(), trims: z.int() }));

export const countTrims = endpoint({
  method: "GET",
  path: "/trims/facets",
  access: "public",
  isCached: true,
  summary: "Counts, for each option of a filter, the trims it would list together with the other filters",
  query: z.strictObject(filter),
  output: z.object({
    /** With all filters. */
    total: z.int(),
    line: choices,
    ...mapFilters(() => choices),
    /** Of the chosen line; empty without one. */
    size: z.array(z.object({ mm: z.number(), text: z.string(), trims: z.int() })),
  }),
});

export type TrimCounts = z.output<typeof countTrims.output>;

export const suggestTrims = endpoint({
  method: "GET",
  path: "/trims/suggestions",
  access: "public",
  isCached: true,
  summary: "Suggests up to eight trims as the user types; the nearest ones if none matches",
  query: z.strictObject({ q: searchText }),
  output: z.array(trim),
  outputHeaders: {
    "X-Total-Count": "how many trims match; 0 when these are only the nearest",
    "X-Total-Count-Capped": searchHeaders["X-Total-Count-Capped"],
    ...withoutHeader,
  },
});

export const findTrim = endpoint({
  method: "GET",
  path: "/trims/{id}",
  access: "public",
  isCached: true,
  summary: "One trim, by its id or its article number",
  params: z.strictObject({ id: idOrNumber }),
  output: trim,
  refuses: [notFound],
});

/** How the trims of a family may differ. */
export const familyTraits = ["size", "finish", "colour", "design"] as const;

const family = z.object({ slug: z.string(), name: z.string(), differBy: z.array(z.enum(familyTraits)) });

export type Family = z.infer<typeof family>;

export const listRelatives = endpoint({
  method: "GET",
  path: "/trims/{id}/relatives",
  access: "public",
  summary: "Lists the other trims in a trim's family, by article number",
  params: z.strictObject({ id: idOrNumber }),
  output: z.object({
    /** Null if the trim has no family, or one that nobody has described. */
    family: family.nullable(),
    trims: z.array(trim),
  }),
  refuses: [notFound],
});

export const findWatch = endpoint({
  method: "GET",
  path: "/trims/{id}/watch",
  access: "signed-in",
  summary: "Says whether the caller has asked for a mail when a trim is back in stock",
  params: z.strictObject({ id }),
  output: z.object({ watching: z.boolean() }),
});

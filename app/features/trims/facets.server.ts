import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import { lineKeys } from "#app/content/lines.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { TrimCounts, TrimFilter } from "./contract.ts";
import { certificates, colours, finishes, materials } from "./facts.ts";
import { hasStock, matches, within } from "./filter.server.ts";
import { byIndexes } from "./pick.server.ts";
import { readSearch, type Search } from "./search.server.ts";
import { trimFacets, trims } from "./tables.server.ts";

type Combination = typeof trimFacets.$inferSelect;
type Facet = "line" | "finish" | "colour" | "material" | "certificate" | "size";

/** The colours of bare metal: a finish says more. */
const metals: readonly string[] = ["brass", "copper", "silver"];

/**
 * How many trims each choice would list together with the other filters. Choices of one filter are alternatives, so its
 * own are left out of account. Choices that lead to nothing count 0; those no trim of the line has are left out.
 */
export async function countChoices(db: Db, filter: TrimFilter): Promise<TrimCounts> {
  const [kept, search] = await Promise.all([
    db.select().from(trimFacets),
    filter.q ? readSearch(db, filter.q) : undefined,
  ]);
  const combinations = kept.map((one) => ({ ...one, failed: listFailed(one, filter) }));
  const inStock = filter.inStock ?? search?.inStock;
  // Those that fail two filters count nowhere.
  const near = combinations.filter(({ failed }) => failed.length < 2 || failed.join(" ") === "line size");
  const narrows = near.length < combinations.length;
  const keys = narrows ? within(near.map(({ key }) => String(key))) : undefined;
  const counted = search || inStock ? await countByCombination(db, { inStock, search, keys }) : undefined;
  const found = near.map((one) => ({ ...one, trims: counted ? (counted.get(one.key) ?? 0) : one.trims }));
  const ofLine = combinations.filter(({ line }) => !filter.line || line === filter.line);

  const count = (facet: Facet, has: (one: Combination) => boolean) =>
    found.reduce((sum, one) => (failsOnly(one.failed, facet) && has(one) ? sum + one.trims : sum), 0);
  const list = (facet: Facet, values: readonly string[], from: readonly Combination[]) =>
    values
      .filter((value) => from.some((one) => hasValue(one, facet, value)))
      .map((value) => ({ value, trims: count(facet, (one) => hasValue(one, facet, value)) }));
  const sizes = Map.groupBy(filter.line ? ofLine : [], ({ sizeMm }) => sizeMm);
  return {
    total: found.reduce((sum, one) => (one.failed.length === 0 ? sum + one.trims : sum), 0),
    line: list("line", lineKeys, combinations),
    finish: list("finish", finishes, ofLine),
    colour: list(
      "colour",
      colours.filter((colour) => !metals.includes(colour)),
      ofLine,
    ),
    material: list("material", materials, ofLine),
    certificate: list("certificate", certificates, ofLine),
    size: [...sizes]
      .flatMap(([mm, same]) => (mm === null ? [] : [{ mm, text: nameSize(mm, same) }]))
      .toSorted((a, b) => a.mm - b.mm)
      .map((size) => ({ ...size, trims: count("size", ({ sizeMm }) => sizeMm === size.mm) })),
  };
}

type Counted = { inStock: number | undefined; search: Search | undefined; keys: SQL | undefined };

/** How many trims of each combination have the words and the stock. */
async function countByCombination(db: Db, { inStock, search, keys }: Counted): Promise<Map<bigint, number>> {
  const count = (condition: SQL | undefined) => (tx: Tx) =>
    tx
      .select({ key: trims.facets, found: sql<number>`count(*)::int` })
      .from(trims)
      .where(and(isNotNull(trims.facets), keys, condition))
      .groupBy(trims.facets);
  const parts = search
    ? [and(matches(search), hasStock(inStock))]
    : // Whole classes are counted in their index; only where one begins below the wanted stock are trims looked at.
      [
        sql`${trims.stockClass} > stock_class(${inStock}::int)`,
        sql`${trims.stockClass} = stock_class(${inStock}::int) and ${trims.quantity} >= ${inStock}`,
      ];
  const rows = await byIndexes(db, async (tx) => {
    const counts = [];
    for (const part of parts) counts.push(...(await count(part)(tx)));
    return counts;
  });
  const counted = new Map<bigint, number>();
  for (const { key, found } of rows) if (key !== null) counted.set(key, (counted.get(key) ?? 0) + found);
  return counted;
}

/** The filters that a combination fails, "line" first. */
function listFailed(one: Combination, filter: TrimFilter): Facet[] {
  const { line, finish, colour, material, certificate, sizeFrom = 0, sizeTo = Number.POSITIVE_INFINITY } = filter;
  const hasSize = sizeFrom > 0 || sizeTo < Number.POSITIVE_INFINITY;
  const lacks = (chosen: readonly string[] | undefined, value: string | null) =>
    chosen !== undefined && (value === null || !chosen.includes(value));
  const failed: Record<Facet, boolean> = {
    line: line !== undefined && one.line !== line,
    finish: lacks(finish, one.finish),
    colour: lacks(colour, one.colour),
    material: lacks(material, one.material),
    certificate: certificate !== undefined && !certificate.some((paper) => one.certificates?.includes(paper)),
    size: line !== undefined && hasSize && (one.sizeMm === null || one.sizeMm < sizeFrom || one.sizeMm > sizeTo),
  };
  return (Object.keys(failed) as Facet[]).filter((facet) => failed[facet]);
}

/** Sizes are those of one line: with another line they do not count. */
function failsOnly(failed: readonly Facet[], facet: Facet): boolean {
  return failed.every((one) => one === facet || (facet === "line" && one === "size"));
}

function hasValue(one: Combination, facet: Facet, value: string): boolean {
  if (facet === "certificate") return one.certificates?.some((paper) => paper === value) ?? false;
  return facet !== "size" && one[facet] === value;
}

/** As the trade writes it, if all of this size agree; else the plain measure. */
function nameSize(mm: number, same: readonly Combination[]): string {
  const [first, ...others] = new Set(same.map(({ sizeText }) => sizeText));
  return first && others.length === 0 ? first : `${mm} mm`;
}

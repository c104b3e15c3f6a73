import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import type { TrimFilter } from "./contract.ts";
import type { Search, Tier } from "./search.server.ts";
import { trimFacets, trims } from "./tables.server.ts";

/** How many trims have the chosen properties, told by the kept combinations. */
export async function countCombined(db: Db, filter: TrimFilter): Promise<number> {
  const { rows } = await db.execute<{ trims: number }>(sql`
    select coalesce(sum(${trimFacets.trims}), 0)::int as trims from ${trimFacets}
    where ${hasProperties(filter, trimFacets) ?? sql`true`}`);
  return rows[0]?.trims ?? 0;
}

/** A trim of the combinations that the filter chooses; undefined for all. For the index, of which each key is one part. */
export function inCombinations(filter: TrimFilter): SQL | undefined {
  const chosen = hasProperties(filter, trimFacets);
  return chosen && sql`${trims.facets} = any(array(select ${trimFacets.key} from ${trimFacets} where ${chosen}))`;
}

/** The chosen properties, looked for in the row itself; undefined for all. */
export function hasProperties(filter: TrimFilter, of: typeof trims | typeof trimFacets): SQL | undefined {
  return and(...Object.values(choose(filter, of)));
}

/** The condition of each property that the filter chooses. */
export function choose(
  { line, finish, colour, material, certificate, sizeFrom, sizeTo }: TrimFilter,
  of: typeof trims | typeof trimFacets,
) {
  const hasSize = line && (sizeFrom ?? sizeTo) !== undefined;
  return {
    ...(line && { line: eq(of.line, line) }),
    ...(finish && { finish: sql`${of.finish} = any(${array(finish)})` }),
    ...(colour && { colour: sql`${of.colour} = any(${array(colour)})` }),
    ...(material && { material: sql`${of.material} = any(${array(material)})` }),
    ...(certificate && { certificate: sql`${of.certificates} && ${array(certificate)}` }),
    ...(hasSize && { size: sql`${of.sizeMm} between ${sizeFrom ?? 0} and ${sizeTo ?? sql`'infinity'::numeric`}` }),
  } satisfies Record<string, SQL>;
}

/** The values are our own words, without quotes. */
function array(values: readonly string[]): SQL {
  return sql`${`{${values.map((value) => `"${value}"`).join(",")}}`}::text[]`;
}

/** At least so many pieces. The class is for the index. */
export function hasStock(pieces: number | undefined): SQL | undefined {
  return pieces === undefined
    ? undefined
    : sql`${trims.stockClass} >= stock_class(${pieces}::int) and ${trims.quantity} >= ${pieces}`;
}

/** Everything that a search finds. */
export function matches(search: Search | undefined): SQL | undefined {
  const last = search?.tiers.at(-1);
  return last && inTier(last);
}

export function inTier({ query, finish }: Tier): SQL {
  const words = sql`${trims.words} @@ ${query}::tsquery`;
  // An unknown finish is no other: "not this tier" must hold for it.
  return finish ? sql`(${words} and ${trims.finish} is not distinct from ${finish})` : words;
}

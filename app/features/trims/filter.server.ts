import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import type { TrimFilter } from "./contract.ts";
import type { Search, Tier } from "./search.server.ts";
import { trimFacets, trims } from "./tables.server.ts";

/** What `trim_facets` says of the chosen properties: which combinations have them, and how many trims. */
export type Combinations = { trims: number; condition: SQL };

/** The combinations of properties within a filter. Asking for their keys tells PostgreSQL how many trims to expect. */
export async function findCombinations(db: Db, filter: TrimFilter): Promise<Combinations> {
  const conditions = chosen(filter);
  const keys = conditions.length > 0 ? sql`array_agg(${trimFacets.key})` : sql`null`;
  const { rows } = await db.execute<{ trims: number; keys: string | null }>(sql`
    select coalesce(sum(${trimFacets.trims}), 0)::int as trims, (${keys})::text as keys from ${trimFacets}
    where ${and(...conditions) ?? sql`true`}`);
  const { trims: total, keys: found } = rows[0] ?? { trims: 0, keys: null };
  return { trims: total, condition: within(found ?? "{}") };
}

/** The highest article number: about how many trims there are, told by an index. */
export async function findHighestNumber(db: Db): Promise<number> {
  const { rows } = await db.execute<{ highest: number }>(sql`
    select coalesce(max(${trims.number}), 0)::int as highest from ${trims}`);
  return rows[0]?.highest ?? 0;
}

/** The trims of these combinations. */
export function within(keys: string | readonly string[]): SQL {
  return sql`${trims.facets} = any(${typeof keys === "string" ? keys : `{${keys.join(",")}}`}::bigint[])`;
}

/** Whether the filter chooses properties, which `trim_facets` keeps, and not only words or stock. */
export function hasChoice(filter: TrimFilter): boolean {
  return chosen(filter).length > 0;
}

function chosen({ line, finish, colour, material, certificate, sizeFrom, sizeTo }: TrimFilter): SQL[] {
  return [
    line && eq(trimFacets.line, line),
    finish && sql`${trimFacets.finish} = any(${array(finish)})`,
    colour && sql`${trimFacets.colour} = any(${array(colour)})`,
    material && sql`${trimFacets.material} = any(${array(material)})`,
    certificate && sql`${trimFacets.certificates} && ${array(certificate)}`,
    line && sizeFrom !== undefined && sql`${trimFacets.sizeMm} >= ${sizeFrom}`,
    line && sizeTo !== undefined && sql`${trimFacets.sizeMm} <= ${sizeTo}`,
  ].filter((condition) => condition !== undefined && condition !== false);
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

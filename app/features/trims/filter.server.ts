import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { TrimFilter } from "./contract.ts";
import type { Search, Tier } from "./search.server.ts";
import { trimFacets, trims } from "./tables.server.ts";

/** What `trim_facets` says of the chosen properties: which combinations have them, and how many trims. */
export type Combinations = {
  trims: number;
  /** How many trims the catalogue has. */
  all: number;
  condition: SQL;
};

/** The combinations of properties within a filter. Asking for their keys tells PostgreSQL how many trims to expect. */
export async function findCombinations(db: Db | Tx, filter: TrimFilter): Promise<Combinations> {
  const conditions = chosen(filter);
  const fits = and(...conditions) ?? sql`true`;
  const keys = conditions.length > 0 ? sql`array_agg(${trimFacets.key}) filter (where ${fits})` : sql`null`;
  const { rows } = await db.execute<{ trims: number; all: number; keys: string | null }>(sql`
    select coalesce(sum(${trimFacets.trims}) filter (where ${fits}), 0)::int as trims,
      coalesce(sum(${trimFacets.trims}), 0)::int as "all", (${keys})::text as keys from ${trimFacets}`);
  const { trims: total, all, keys: found } = rows[0] ?? { trims: 0, all: 0, keys: null };
  return { trims: total, all, condition: within(found ?? "{}") };
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

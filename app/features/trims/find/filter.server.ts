import { and, gte, type SQL, sql } from "drizzle-orm";
import type { TrimFilter } from "#app/features/trims/contract.ts";
import { filterNames, filters } from "#app/features/trims/facts.ts";
import { offered } from "#app/features/trims/queries.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Search } from "./search.server.ts";

/** A filter that has choices, each with a count. */
export type Facet = (typeof facets)[number];
export const facets = ["line", ...filterNames, "size"] as const;

/** The trims of the catalogue that the words and all filters ask for. */
export function matching(filter: TrimFilter, search: Search | undefined): SQL | undefined {
  return and(inSearch(filter, search), ...Object.values(conditionsOf(filter)));
}

/** The same without the filters that have choices. */
export function inSearch({ inStock }: TrimFilter, search: Search | undefined): SQL | undefined {
  const pieces = inStock ?? search?.inStock;
  return and(
    offered,
    search?.queries && sql`${trims.words} @@ ${search.queries.anywhere}::tsquery`,
    pieces === undefined ? undefined : gte(trims.quantity, pieces),
  );
}

/** What each filter in use asks of a trim. */
export function conditionsOf(filter: TrimFilter): Partial<Record<Facet, SQL>> {
  const { line, sizeFrom, sizeTo } = filter;
  const ticked = filterNames.flatMap((name) => {
    const column = trims[filters[name].column];
    const values = filter[name] && sql`${sql.param(filter[name])}::text[]`;
    if (!values) return [];
    return [[name, "isList" in filters[name] ? sql`${column} && ${values}` : sql`${column} = any(${values})`]];
  });
  const hasSize = line && (sizeFrom ?? sizeTo) !== undefined;
  return {
    ...(line && { line: sql`${trims.line} = ${line}` }),
    ...Object.fromEntries(ticked),
    ...(hasSize && {
      size: sql`${trims.sizeMm} between ${sizeFrom ?? 0}::numeric and ${sizeTo ?? "infinity"}::numeric`,
    }),
  };
}

import { eq, type SQL, sql } from "drizzle-orm";
import type { TrimFilter } from "#app/features/trims/contract.ts";
import { trimFacets } from "./tables.server.ts";

/** What a stored combination must have for each property that the filter chooses. */
export function choose({ line, finish, colour, material, certificate, sizeFrom, sizeTo }: TrimFilter) {
  const hasSize = line && (sizeFrom ?? sizeTo) !== undefined;
  return {
    ...(line && { line: eq(trimFacets.line, line) }),
    ...(finish && { finish: sql`${trimFacets.finish} = any(${array(finish)})` }),
    ...(colour && { colour: sql`${trimFacets.colour} = any(${array(colour)})` }),
    ...(material && { material: sql`${trimFacets.material} = any(${array(material)})` }),
    ...(certificate && { certificate: sql`${trimFacets.certificates} && ${array(certificate)}` }),
    ...(hasSize && {
      size: sql`${trimFacets.sizeMm} between ${sizeFrom ?? 0} and ${sizeTo ?? sql`'infinity'::numeric`}`,
    }),
  } satisfies Record<string, SQL>;
}

/** The values are our own words, without quotes. */
function array(values: readonly string[]): SQL {
  return sql`${`{${values.map((value) => `"${value}"`).join(",")}}`}::text[]`;
}

import { type SQL, sql } from "drizzle-orm";
import { lineKeys } from "#app/content/lines.ts";
import type { TrimCounts, TrimFilter } from "#app/features/trims/contract.ts";
import { certificates, colours, finishes, materials } from "#app/features/trims/facts.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { choose } from "./filter.server.ts";
import { countMatched } from "./matched-counts.server.ts";
import { readSearch } from "./search.server.ts";
import { readSearchText } from "./search-text.ts";
import { trimFacets } from "./tables.server.ts";

/** The colours of bare metal: a finish is more precise. */
const metals: readonly string[] = ["brass", "copper", "silver"];

/** The bit set in `failed` of a combination that the filter rules out by this property. */
const bits = { line: 1, finish: 2, colour: 4, material: 8, certificate: 16, size: 32 } as const;
type Facet = keyof typeof bits;

/** Sizes belong to one line: with another line they do not count. */
const LINE_AND_SIZE = bits.line | bits.size;

/**
 * How many trims each choice would list together with the other filters. Choices of one filter are alternatives, so a
 * filter ignores its own. Choices that lead to nothing count 0; those that no trim of the line has are left out.
 */
export async function countChoices(db: Db, filter: TrimFilter): Promise<TrimCounts> {
  const { q } = filter;
  const inStock = filter.inStock ?? (q ? readSearchText(q).inStock : undefined);
  const tiers = q ? (await readSearch(db, q)).tiers.slice(-1) : [];
  const isAll = !q && inStock === undefined;
  const { rows } = await db.execute<Choice>(isAll ? countAll(filter) : countMatched({ ...filter, inStock }, tiers));
  const list = (facet: Facet, values: readonly string[]) => {
    const counted = new Map<string, number>();
    for (const { value, trims } of rows.filter((row) => row.facet === facet)) {
      for (const one of [value].flat().map(String)) counted.set(one, (counted.get(one) ?? 0) + trims);
    }
    return values.flatMap((value) => (counted.has(value) ? { value, trims: counted.get(value) ?? 0 } : []));
  };
  return {
    total: rows.find(({ facet }) => facet === "total")?.trims ?? 0,
    line: list("line", lineKeys),
    finish: list("finish", finishes),
    colour: list(
      "colour",
      colours.filter((colour) => !metals.includes(colour)),
    ),
    material: list("material", materials),
    certificate: list("certificate", certificates),
    size: rows
      .filter(({ facet }) => facet === "size")
      .map(({ value, text, trims }) => ({ mm: Number(value), text: text ?? `${Number(value)} mm`, trims }))
      .toSorted((a, b) => a.mm - b.mm),
  };
}

/** `value` has all its certificates where a trim may have several. */
type Choice = { facet: Facet | "total"; value: string | string[] | number; text: string | null; trims: number };

/**
 * One row for each choice, from the kept combinations. Those that differ only in size are combined first, because each
 * row is read once for each property.
 */
function countAll(filter: TrimFilter): SQL {
  const chosen: Partial<Record<Facet, SQL>> = choose(filter);
  const failed = Object.entries(chosen).map(
    ([facet, has]) => sql`case when ${has} then 0 else ${sql.raw(String(bits[facet as Facet]))} end`,
  );
  const sumBut = (own: number) =>
    sql`coalesce(sum(trims) filter (where failed & ~${sql.raw(String(own))} = 0), 0)::int`;
  const sum = (facet: Facet) => (chosen[facet] ? sumBut(facet === "line" ? LINE_AND_SIZE : bits[facet]) : sumBut(0));
  const ofLine = sql`failed & ${sql.raw(String(bits.line))} = 0`;
  // Which column a row is about: the one whose bit is not set.
  const of = sql`grouping(line, finish, colour, material, certificates)`;
  const value = sql`coalesce(to_jsonb(line), to_jsonb(finish), to_jsonb(colour), to_jsonb(material), to_jsonb(certificates))`;
  // A size has the name that the trade uses, if all trims of this size agree.
  const sizes = sql`
    select 'size', to_jsonb(size_mm), case when count(size_text) = count(*) and min(size_text) = max(size_text)
      then min(size_text) end, ${sum("size")}
    from near where size_mm is not null and ${ofLine} group by size_mm`;
  return sql`
    with near as (
      select line, finish, colour, material, certificates, size_mm, size_text,
        ${failed.length > 0 ? sql.join(failed, sql` + `) : sql`0`} as failed, trims
      from ${trimFacets}
    ),
    alike as (
      select line, finish, colour, material, certificates, failed, sum(trims) as trims from near group by 1, 2, 3, 4, 5, 6
    )
    select case ${of} when 15 then 'line' when 23 then 'finish' when 27 then 'colour' when 29 then 'material'
        when 30 then 'certificate' else 'total' end as facet,
      ${value} as value, null as text,
      case ${of} when 15 then ${sum("line")} when 23 then ${sum("finish")} when 27 then ${sum("colour")}
        when 29 then ${sum("material")} when 30 then ${sum("certificate")} else ${sumBut(0)} end as trims
    from alike group by grouping sets ((line), (finish), (colour), (material), (certificates), ())
    having ${of} = 31 or ${value} is not null and (${of} = 15 or ${filter.line ? sql`bool_or(${ofLine})` : sql`true`})
    ${filter.line ? sql`union all ${sizes}` : sql``}`;
}

import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { lineKeys } from "#app/content/lines.ts";
import type { TrimCounts, TrimFilter } from "#app/features/trims/contract.ts";
import { filterNames, filters, mapFilters } from "#app/features/trims/facts.ts";
import { TRIMS } from "#app/features/trims/page-subjects.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { conditionsOf, type Facet, facets, inSearch } from "./filter.server.ts";
import { readSearch } from "./search.server.ts";

/** Changes are announced at once. This limits how long a lost notification can go unnoticed. */
const MAX_AGE_MS = 60_000;

export type CountCache = {
  /**
   * How many trims each choice would list together with the other filters. Choices of one filter are alternatives, so a
   * filter ignores its own. Choices that lead to nothing count 0; those that no trim of the line has are left out.
   */
  count(db: Db, filter: TrimFilter): Promise<TrimCounts>;
  /** Reports what changed, as to the page cache. */
  change(subjects?: readonly string[]): void;
};

/** Counts choices. Those of the whole catalogue and of each line are kept until a trim changes. */
export function createCountCache(): CountCache {
  const cache = new LRUCache<string, Promise<TrimCounts>>({ max: lineKeys.length + 1, ttl: MAX_AGE_MS });
  const countLine = (db: Db, { line }: TrimFilter) => {
    const key = line ?? "";
    const counts = cache.get(key) ?? countChoices(db, line ? { line } : {});
    if (cache.peek(key) !== counts) {
      cache.set(key, counts);
      counts.catch(() => cache.peek(key) === counts && cache.delete(key));
    }
    return counts;
  };
  return {
    async count(db, { sizeFrom, sizeTo, ...filter }) {
      const { line, ...others } = filter;
      // Sizes belong to a line.
      const sized = line ? { ...filter, sizeFrom, sizeTo } : filter;
      const isWhole = [...Object.values(others), ...(line ? [sizeFrom, sizeTo] : [])].every((value) => !value);
      if (isWhole) return countLine(db, filter);
      const [counts, all] = await Promise.all([countChoices(db, sized), countLine(db, filter)]);
      return withNone(counts, all);
    },
    change(subjects) {
      // Counts already under way are only for those who asked before.
      if (subjects?.includes(TRIMS) !== false) cache.clear();
    },
  };
}

/** Adds the choices that the filter leaves nothing of. */
function withNone(counts: TrimCounts, all: TrimCounts): TrimCounts {
  const list = (name: Exclude<Facet, "size">, values: readonly string[]) =>
    values.flatMap((value) => {
      const is = (choice: { value: string }) => choice.value === value;
      const known = all[name].find(is);
      return counts[name].find(is) ?? (known ? { value, trims: 0 } : []);
    });
  const none = all.size.filter(({ mm }) => !counts.size.some((size) => size.mm === mm));
  const textOf = new Map(all.size.map(({ mm, text }) => [mm, text]));
  return {
    ...counts,
    line: list("line", lineKeys),
    ...mapFilters((name, { values }) => list(name, values)),
    size: [...counts.size, ...none.map((size) => ({ ...size, trims: 0 }))]
      .map((size) => ({ ...size, text: textOf.get(size.mm) ?? size.text }))
      .toSorted((a, b) => a.mm - b.mm),
  };
}

type Row = { facet: Facet | "total"; value: string; text: string | null; trims: number };

/**
 * The choices that some trim is left for. Reads the matches once: each facet counts those that all conditions but its own
 * let through.
 */
async function countChoices(db: Db, filter: TrimFilter): Promise<TrimCounts> {
  const search = filter.q ? await readSearch(db, filter.q) : undefined;
  const bit = (facet: Facet) => 1 << facets.indexOf(facet);
  const failed = Object.entries(conditionsOf(filter)).map(
    ([facet, has]) => sql`case when ${has} then 0 else ${sql.raw(String(bit(facet as Facet)))} end`,
  );
  const sumBut = (own: number) =>
    sql`coalesce(sum(trims) filter (where failed & ${sql.raw(String(~own))} = 0), 0)::int as trims`;
  const columns = sql.join(
    filterNames.map((name) => sql.identifier(trims[filters[name].column].name)),
    sql`, `,
  );
  const count = (facet: Facet, value: SQL, from = sql`alike`, text = sql`null`) => sql`
    select ${facet}, ${value}::text, ${text},
      ${sumBut(facet === "line" ? bit("line") | bit("size") : bit(facet))}
    from ${from} where ${value} is not null group by ${value}`;
  const ticked = filterNames.map((name) => {
    const value = sql.identifier(trims[filters[name].column].name);
    return "isList" in filters[name]
      ? count(name, sql`one`, sql`alike, unnest(${value}) as one`)
      : count(name, sql`${value}`);
  });
  // A size has the name that the trade uses, if all trims of this size agree.
  const sizeText = sql`case when count(size) = count(*) and min(size) = max(size) then min(size) end`;
  const ofLine = sql`(select * from alike where failed & ${sql.raw(String(bit("line")))} = 0) as sized`;
  const { rows } = await db.execute<Row>(sql`
    with alike as materialized (
      select line, ${columns}, ${filter.line ? sql`size_mm as mm, size_text as size` : sql`null::numeric as mm, null as size`},
        ${failed.length > 0 ? sql.join(failed, sql` + `) : sql`0`} as failed, count(*) as trims
      from ${trims} where ${inSearch(filter, search)} group by line, ${columns}, mm, size, failed
    )
    select 'total' as facet, null as value, null as text, ${sumBut(0)} from alike
    union all ${sql.join([count("line", sql`line`), ...ticked, count("size", sql`mm`, ofLine, sizeText)], sql` union all `)}`);
  const list = (facet: Facet, values: readonly string[]) => {
    const counted = new Map(rows.filter((row) => row.facet === facet).map(({ value, trims }) => [value, trims]));
    return values.map((value) => ({ value, trims: counted.get(value) ?? 0 })).filter(({ trims }) => trims > 0);
  };
  return {
    total: rows.find(({ facet }) => facet === "total")?.trims ?? 0,
    line: list("line", lineKeys),
    ...mapFilters((name, { values, choices = values }) => list(name, choices)),
    size: rows
      .filter(({ facet, trims }) => facet === "size" && trims > 0)
      .map(({ value, text, trims }) => ({ mm: Number(value), text: text ?? `${Number(value)} mm`, trims }))
      .toSorted((a, b) => a.mm - b.mm),
  };
}

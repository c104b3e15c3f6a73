import { type SQL, sql } from "drizzle-orm";
import type { TrimFilter } from "#app/features/trims/contract.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { none, withWays } from "./bits.server.ts";
import type { Tier } from "./search.server.ts";
import { trimBits, trimFacets, trimStockBits, trimStockMoves } from "./tables.server.ts";

/** In the order of their words, such as `=finish copper`. */
const facets = ["certificate", "colour", "finish", "line", "material", "size"] as const;
type Facet = (typeof facets)[number];

/** With another line its sizes do not count. */
const isFreed = (facet: Facet, of: Facet) => facet === of || (of === "line" && facet === "size");

/**
 * How many trims each choice would list among those of a tier, or of none, as rows of facet, value, text and trims.
 * Counted in the stored bits; trims are read only for their stock.
 */
export function countMatched({ inStock, ...filter }: TrimFilter, tiers: readonly Tier[]): SQL {
  const { line, sizeFrom, sizeTo } = filter;
  const chosen = Object.entries(wordsOf(filter)).map(([facet, words]) => ({ facet: facet as Facet, words }));
  const isOfLine = sql`word = ${`=line ${line}`}`;
  const bits = (is: SQL) => sql`coalesce(bit_or(anywhere) filter (where ${is}), ${none})`;
  const base = (of?: Facet) => {
    const others = chosen.filter(({ facet }) => !of || !isFreed(facet, of));
    return ["found.bits", ...others.map(({ facet }) => `chosen_${facet}`)].join(" & ");
  };
  const bases = [`${base()} as chosen`, ...facets.map((facet) => `${base(facet)} as for_${facet}`)];
  const sets = chosen.map(({ facet, words }) => sql`, ${bits(words)} as ${sql.raw(`chosen_${facet}`)}`);
  // The words of a facet are adjacent: a word that sorts before the next facet's words belongs to this one.
  const own = facets.map((facet, at) => {
    const next = facets[at + 1];
    return next ? `when word < '=${next}' collate "C" then for_${facet}` : `else for_${facet}`;
  });
  const isBare = chosen.length === 0;
  // A size has the name that the trade uses, if all trims of this size agree.
  const sizes = sql`, sizes as materialized (
    select '=size ' || size_mm as word,
      case when count(size_text) = count(*) and min(size_text) = max(size_text) then min(size_text) end as text
    from ${trimFacets} where ${trimFacets.line} = ${line} and size_mm is not null group by size_mm)`;
  return sql`
    with ${inStock === undefined ? found(tiers) : foundInStock(tiers, inStock)} ${line ? sizes : sql``},
    properties as ${isBare ? sql`not materialized` : sql`materialized`} (
      select word, part, anywhere from ${trimBits}
      where word > '=' collate "C" and word < '=size' collate "C"
        ${line ? sql`or word = any(array(select word from sizes))` : sql``}
    ),
    bases as materialized (
      select part, of_line, ${sql.raw(bases.join(", "))}
      from found ${
        isBare
          ? sql`, (select ${none} as of_line) as sets`
          : sql`join (
        select part, ${line ? bits(isOfLine) : none} as of_line ${sql.join(sets, sql``)} from properties group by part
      ) as sets using (part)`
      }
    ),
    choices as (
      select word, split_part(substr(word, 2), ' ', 1) as facet,
        sum(bit_count(anywhere & case ${sql.raw(own.join(" "))} end))::int as trims,
        ${line ? sql`bool_or(anywhere & of_line <> ${none})` : sql`true`} as is_of_line
      from properties left join bases using (part) group by word
    )
    select facet, to_jsonb(substr(word, length(facet) + 3)) as value, ${line ? sql`text` : sql`null`} as text, coalesce(trims, 0) as trims
    from choices ${line ? sql`left join sizes using (word) where facet = 'line' or is_of_line` : sql``}
    union all select 'total', null, null, coalesce(sum(bit_count(chosen)), 0)::int from bases`;

  function wordsOf({ finish, colour, material, certificate }: TrimFilter): Partial<Record<Facet, SQL>> {
    const lists = Object.entries({ line: line && [line], finish, colour, material, certificate });
    const all = lists.flatMap(([facet, values]) => {
      const words = values?.map((value) => `=${facet} ${value}`);
      return words ? [[facet, sql`word = any(${sql.param(words)}::text[])`] as const] : [];
    });
    const hasSize = line && (sizeFrom ?? sizeTo) !== undefined;
    const from = sql`${sizeFrom ?? 0}::numeric and ${sizeTo ?? sql`'infinity'`}::numeric`;
    const size = sql`case when word >= '=size ' collate "C" then substr(word, 7)::numeric between ${from} else false end`;
    return Object.fromEntries(hasSize ? [...all, ["size", size]] : all);
  }
}

/** The bits of all that match, for each part of the catalogue. */
function found(tiers: readonly Tier[]): SQL {
  return sql`${withWays({ filter: {}, tiers, stock: undefined })}, found as (select part, bits from ways)`;
}

/**
 * Of all matches, those that have the stock, by the digits of their classes. Trims are read if their class begins below
 * the stock, or has just changed.
 */
function foundInStock(tiers: readonly Tier[], pieces: number): SQL {
  return sql`${withWays({ filter: {}, tiers, stock: undefined })},
    moved as materialized (
      select number / 4096 as part, bit_or(trim_bit(number, true)) as bits from ${trimStockMoves} group by 1
    ),
    classed as materialized (
      select part, ways.bits & above & ~coalesce(moved.bits, ${none}) as above,
        ways.bits & (own | coalesce(moved.bits, ${none})) as own
      from ways left join ${trimStockBits} using (part) left join moved using (part),
        trim_stock_split(digits, stock_step(${pieces}::int))
    ),
    stocked as materialized (
      select number / 4096 as part, bit_or(trim_bit(number, true)) as bits from ${trims}
      where quantity >= ${pieces} and number = any(array(
        select number from classed, trim_first(own, part * 4096, -1, 4096) as number))
      group by 1
    ),
    found as (select part, above | coalesce(bits, ${none}) as bits from classed left join stocked using (part))`;
}

import { type SQL, sql } from "drizzle-orm";
import type { TrimFilter } from "#app/features/trims/contract.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import type { Field, Term, Tier } from "./search.server.ts";
import { trimBits, trimFacets, trimStocks } from "./tables.server.ts";

/** The trims of one row of `trim_bits`: those from 4096 × part on. */
const PART = 4096;
/** `trim_first` counts on from there, and the database has no integer above MAX_INTEGER. */
const LAST = MAX_INTEGER - 2;
/** The bits of a stock are gathered for up to this many trims. */
const SOME = 2500;

/** A stock that so few trims may have that their bits can be gathered; undefined for one that many have. */
export type StockBits = { pieces: number } | undefined;

/** The place of a match in a list of the best: those of the lowest tier first, each tier by article number. */
export type Match = { tier: number; number: number };

/** Which trims are listed, in the order of the tiers; without tiers all are in one. */
export type Asked = { filter: TrimFilter; tiers: readonly Tier[]; stock: StockBits };

const NONE = "B'0'::bit(4096)";
/** No bits. */
export const none = sql.raw(NONE);

/**
 * `with` clauses: `ways` has the wanted trims as bits, for each tier and part; `counted` has their number. The only
 * trims that are read are those of the class in which the stock begins. Only what visitors asked for is passed as a
 * value. The rest is built as text, because every part costs Drizzle time.
 */
export function withWays({ filter, tiers, stock }: Asked): SQL {
  const sets = collectSets();
  const has = ["offered", ...listProperties(filter, sets), ...(stock ? [`coalesce(stocked.bits, ${NONE})`] : [])];
  const chosen = has.join(" & ");
  const stocked = stock ? sql`left join (${bitsInStock(stock)}) as stocked using (part)` : sql``;
  const names = tiers.map((_, at) => `t${at}`);
  const columns = tiers.map((tier, at) => `(${toBits(tier, sets)}) & ${chosen} as ${names[at]}`);
  const ways = names.map((name, at) => {
    const better = at === 0 ? "" : ` & ~(${names.slice(0, at).join(" | ")})`;
    return `(${at}, ${name}${better})`;
  });
  const found =
    tiers.length === 0
      ? sql`select 0 as tier, part, ${sql.raw(chosen)} as bits from parts ${stocked}`
      : // Worked out once for each part, not once in each tier that is behind.
        sql`select tier, part, bits from (select part, ${sql.raw(columns.join(", "))} from parts ${stocked} offset 0) as matching,
          lateral (values ${sql.raw(ways.join(", "))}) as way (tier, bits)`;
  return sql`
    ${sets.first()} parts as materialized (${sets.select()}),
    ways as materialized (${found}),
    counted as materialized (select coalesce(sum(bit_count(bits)), 0)::int as total from ways)`;
}

/** Where `firstOfWays` begins: after a match, or at the first if `unless` holds. */
export function behindMatch(from: Match | undefined, unless?: SQL): { tier: SQL; number: SQL } {
  const begin = (value: number, first: number) =>
    unless ? sql`case when ${unless} then ${first}::int else ${value}::int end` : sql`${value}::int`;
  return { tier: begin(from?.tier ?? 0, 0), number: begin(Math.min(from?.number ?? -1, LAST), -1) };
}

/** The first of `ways`, as rows of tier and number. */
export function firstOfWays({ tier, number }: ReturnType<typeof behindMatch>, limit: number): SQL {
  return sql`
    select tier, number from (
      select * from ways where tier >= ${tier} and bits <> ${none} order by tier, part offset 0
    ) as way, trim_first(bits, part * 4096, case when tier = ${tier} then ${number} else -1 end, ${limit}::int) as number
    order by tier, part, number limit ${limit}`;
}

/** All of `ways` in a row, so that the bit of each trim is at its number. */
export const joinedWays = sql`
  select trim_bits_join(coalesce(bits, ${none}) order by part) as bits
  from generate_series(0, (select max(part) from ways)) as part left join ways using (part)`;

/** Whole classes are read from their index; in the class that begins below the stock, each trim is checked. */
function bitsInStock({ pieces }: NonNullable<StockBits>): SQL {
  const own = sql`stock_step(${pieces}::int)`;
  return sql`
    select number / 4096 as part, bit_or(trim_bit(number, true)) as bits from (
      select ${trimStocks.number} from ${trimStocks} where ${trimStocks.step} > ${own}
      union all
      select ${trims.number} from ${trims} where ${trims.quantity} >= ${pieces}
        and ${trims.number} = any(array(select ${trimStocks.number} from ${trimStocks} where ${trimStocks.step} = ${own}))
    ) as stocked group by 1`;
}

/** Undefined too when no stock is asked for. */
export async function findStockBits(db: Db, pieces: number | undefined): Promise<StockBits> {
  if (pieces === undefined) return undefined;
  const { rows } = await db.execute<{ most: number }>(sql`
    select count(*)::int as most from (
      select from ${trimStocks} where ${trimStocks.step} >= stock_step(${pieces}::int)
      order by ${trimStocks.step} desc limit ${SOME}) as stocked`);
  return (rows[0]?.most ?? 0) < SOME ? { pieces } : undefined;
}

type Sets = ReturnType<typeof collectSets>;

/** Collects the wanted words: each set becomes a named column of `parts`. */
function collectSets() {
  const wanted = new Map<string, { name: string; condition: SQL }>();
  const columns = new Map<string, string>();
  const first: SQL[] = [];
  const add = (field: Field, key: string, condition: () => SQL): string => {
    const is = wanted.get(key) ?? { name: `w${wanted.size}`, condition: condition() };
    wanted.set(key, is);
    const bits = `coalesce(bit_or(${field}) filter (where ${is.name}), ${NONE})`;
    const name = columns.get(bits) ?? `s${columns.size}`;
    columns.set(bits, name);
    return name;
  };
  return {
    /** Trims that have, in a field, one of these words or one that begins with them. */
    of(field: Field, words: readonly string[], begins?: string): string {
      return add(field, JSON.stringify([words, begins]), () => {
        const any = sql`word = any(${sql.param(words)}::text[])`;
        const last = `${begins}\u{10FFFF}`;
        return begins ? sql`(${any} or word >= ${begins} collate "C" and word < ${last} collate "C")` : any;
      });
    },
    /** Trims with one of the words of a subquery. */
    among(key: string, words: SQL): string {
      first.push(sql`${sql.raw(key)} as materialized (select array(${words}) as words),`);
      return add("anywhere", key, () => sql.raw(`word = any((select words from ${key})::text[])`));
    },
    /** `with` clauses before that of `select`. */
    first(): SQL {
      return sql.join(first, sql` `);
    },
    select(): SQL {
      const conditions = [...wanted.values()].map(({ name, condition }) => sql`, ${condition} as ${sql.raw(name)}`);
      const sets = [...columns].map(([bits, name]) => `, ${bits} as ${name}`).join("");
      const where = ["word = '='", ...[...wanted.values()].map(({ name }) => name)].join(" or ");
      return sql`
        select part, bit_or(anywhere) filter (where word = '=') as offered${sql.raw(sets)}
        from (select *${sql.join(conditions)} from ${trimBits}) as asked
        where ${sql.raw(where)} group by part having bool_or(word = '=')`;
    },
  };
}

/** The bits of each property that the filter chooses. */
function listProperties(filter: TrimFilter, sets: Sets): string[] {
  const { line, finish, colour, material, certificate, sizeFrom, sizeTo } = filter;
  const chosen = Object.entries({ line: line && [line], finish, colour, material, certificate });
  const has = chosen.flatMap(([name, values]) =>
    values
      ? sets.of(
          "anywhere",
          values.map((value) => `=${name} ${value}`),
        )
      : [],
  );
  if (!line || (sizeFrom ?? sizeTo) === undefined) return has;
  const sizes = sql`
    select distinct '=size ' || ${trimFacets.sizeMm} from ${trimFacets} where ${trimFacets.line} = ${line}
      and ${trimFacets.sizeMm} between ${sizeFrom ?? 0} and ${sizeTo ?? sql`'infinity'::numeric`}`;
  return [...has, sets.among("sized", sizes)];
}

function toBits({ terms, field, finish, number }: Tier, sets: Sets): string {
  const all = terms.map((term) => termToBits(term, field, sets));
  if (finish && all.length > 0) all.push(sets.of("anywhere", [`=finish ${finish}`]));
  const some = all.length > 0 ? [`(${all.join(" & ")})`] : [];
  if (number) {
    some.push(`case when part = ${Math.floor(number / PART)} then trim_bit(${number}, true) else ${NONE} end`);
  }
  return some.length > 0 ? some.join(" | ") : NONE;
}

/** Any of its ways, with all words of each; ways of a single word form one set. */
function termToBits({ ways, begins }: Term, field: Field, sets: Sets): string {
  const alone = ways.flatMap((words) => (words.length === 1 ? words : []));
  const together = ways.filter(({ length }) => length > 1);
  const any = alone.length > 0 || begins ? [sets.of(field, alone, begins)] : [];
  const each = together.map((words) => `(${words.map((word) => sets.of(field, [word])).join(" & ")})`);
  return `(${[...any, ...each].join(" | ")})`;
}

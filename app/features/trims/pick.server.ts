import { and, type SQL, sql } from "drizzle-orm";
import { type Db, type Tx, transact } from "#app/platform/db/client.server.ts";
import { behind, orderBy, type Place, type Sort, sortColumn } from "./list-sort.server.ts";
import { offered } from "./queries.server.ts";
import { trimOrders, trims } from "./tables.server.ts";

/**
 * How many trims are looked at one after the other before all that fit are gathered by an index. PostgreSQL guesses
 * which is better, and may read everything in some order to find nothing: so both are demanded, one after the other.
 */
const WALK = 1500;

/** Matches are counted up to this number among those looked at: higher counts help nobody. */
const COUNT_LIMIT = 250;

/** A condition twice: as a row can tell it by itself, and as an index can. */
export type Fits = { row: SQL | undefined; index: SQL | undefined };

/** Both forms, with more conditions. */
export function narrow(fits: Fits, ...more: (SQL | undefined)[]): Fits {
  return { row: and(fits.row, ...more), index: and(fits.index, ...more) };
}

/** The place of a match in a list of the best: those of the lowest tier first, each tier by article number. */
export type Match = { tier: number; number: number };

type Matches = { numbers: number[]; tiers: number[]; total: number };
const columns = sql`coalesce(array_agg(number order by tier, number), '{}') as numbers,
  coalesce(array_agg(tier order by tier, number), '{}') as tiers`;

/** What fits among the first trims of the catalogue, the best first, and whether that is all: else there may be more. */
export async function lookNear(db: Db, fits: Fits, tier: SQL): Promise<{ found: Match[]; isWhole: boolean }> {
  const { rows } = await db.execute<Matches & { highest: number }>(sql`
    select (select coalesce(max(${trims.number}), 0) from ${trims}) as highest, ${columns} from (
      select number, ${tier} as tier from (
        select * from ${trims} where ${offered} and ${trims.number} <= ${WALK} order by ${trims.number} limit ${WALK}
      ) as trims where ${fits.row ?? sql`true`} order by number limit ${COUNT_LIMIT + 1}) as found`);
  const found = rows.flatMap(toMatches);
  return { found, isWhole: (rows[0]?.highest ?? 0) <= WALK && found.length <= COUNT_LIMIT };
}

/** The first `limit` of all that fit behind a place, the best first, gathered by an index, and how many fit anywhere. */
export async function gatherBest(
  db: Db | Tx,
  fits: Fits,
  { tier, limit, from = { tier: -1, number: 0 } }: { tier: SQL; limit: number; from?: Match | undefined },
): Promise<{ found: Match[]; total: number }> {
  const { rows } = await db.execute<Matches>(sql`
    with found as materialized (
      select number, ${tier} as tier from (select * from ${trims} where ${and(offered, fits.index)} offset 0) as trims
    )
    select (select count(*)::int from found) as total, ${columns} from (
      select * from found where (tier, number) > (${from.tier}::int, ${from.number}::int)
      order by tier, number limit ${limit}) as first`);
  return { found: rows.flatMap(toMatches), total: rows[0]?.total ?? 0 };
}

function toMatches({ numbers, tiers }: Matches): Match[] {
  return numbers.map((number, at) => ({ number, tier: tiers[at] ?? 0 }));
}

type Wanted = { fits: Fits; sort: Sort; place: Place | undefined; limit: number };

/** The article numbers of the first trims that fit in this order, as a subquery, if they are among the next few. */
export function walk({ fits, sort, place, limit }: Wanted): SQL {
  return sql`array(select number from (
      select ${trims}.*, ${sortColumn[sort]} as key from ${sourceOf(sort)} where ${and(offered, behind(sort, place))}
      order by ${orderBy(sort)} limit ${WALK}
    ) as trims where ${fits.row ?? sql`true`} order by ${ways[sort]} limit ${limit})`;
}

/** The same among all that fit, gathered by an index: "offset 0" keeps the order out of the choice of the index. */
export function gather({ fits, sort, place, limit }: Wanted): SQL {
  return sql`array(select number from (
      select ${trims.number} as number, ${sortColumn[sort]} as key from ${sourceOf(sort)}
      where ${and(offered, fits.index, behind(sort, place))} offset 0
    ) as found order by ${ways[sort]} limit ${limit})`;
}

function sourceOf(sort: Sort): SQL {
  return sort === "ordered" ? sql`${trims} join ${trimOrders} on ${trimOrders.trimId} = ${trims.id}` : sql`${trims}`;
}

const ways: Record<Sort, SQL> = {
  number: sql`number`,
  price: sql`key, number`,
  "-price": sql`key desc, number desc`,
  newest: sql`key desc, number`,
  ordered: sql`key desc, number`,
};

/** Runs `work` without PostgreSQL reading the whole table, whatever it expects to find. */
export function byIndexes<Result>(db: Db, work: Parameters<typeof transact<Result>>[1]): Promise<Result> {
  return transact(db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return work(tx);
  });
}

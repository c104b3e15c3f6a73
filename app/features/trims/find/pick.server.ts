import { and, type SQL, sql } from "drizzle-orm";
import { offered } from "#app/features/trims/queries.server.ts";
import { trimOrders, trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { type Asked, behindMatch, firstOfWays, joinedWays, type Match, withWays } from "./bits.server.ts";
import { behind, orderBy, type Place, type Sort } from "./list-sort.server.ts";
import { trimBits } from "./tables.server.ts";

/** Up to this many trims are read and sorted; if there are more, the first are found in the index of their sorting. */
const FEW = 600;
/** How many matches are checked for their stock before the total becomes "more than". */
const NEAR = 200;
const COUNT_LIMIT = 250;

/** The matches of a page, in no order if they are sorted. `isMore`: counting stopped at `total`. */
export type Picked = { found: Match[]; total: number; isMore: boolean };

type Sorted = { sort: Sort; place: Place | undefined };
type Wanted = Asked & {
  inStock: number | undefined;
  limit: number;
  /** The best first, behind a match; or in an order, behind a place. */
  order: { from: Match | undefined } | Sorted;
};

type Answer = { total: number; counted: number; numbers: number[]; tiers: number[] };
const arrays = sql`coalesce(array_agg(number order by tier, number), '{}') as numbers,
  coalesce(array_agg(tier order by tier, number), '{}') as tiers`;

/** How many trims the catalogue has. */
export async function countOffered(db: Db): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select ${offeredTotal} as total`);
  return rows[0]?.total ?? 0;
}

/** The same as a value of a query. */
export const offeredTotal = sql<number>`(
  select coalesce(sum(bit_count(anywhere)), 0)::int from ${trimBits} where word = '=')`;

/** The first `limit` trims that are asked for, and how many there are. */
export async function pickTrims(db: Db, wanted: Wanted): Promise<Picked> {
  const { inStock, stock } = wanted;
  if (inStock !== undefined && !stock) return pickInStock(db, { ...wanted, inStock });
  const { total, ...page } = await pickByBits(db, wanted);
  return { found: toMatches(page), total, isMore: false };
}

/** Every condition is in the bits, so that they tell everything. */
async function pickByBits(db: Db, { limit, order, ...asked }: Wanted): Promise<Omit<Answer, "counted">> {
  const page =
    "from" in order
      ? sql`select (select total from counted) as total, ${arrays} from (${firstOfWays(behindMatch(order.from), limit)}) as first`
      : sql`select total, '{}'::int[] as tiers, case
          when total <= ${FEW} then array(${sortFew(order, sql`select number from ways, trim_first(bits, part * 4096, -1, ${FEW}) as number`, limit)})
          else array(${walk(order, limit)}) end as numbers
        from counted`;
  const { rows } = await db.execute<Answer>(sql`with ${withWays(asked)} ${page}`);
  return rows[0] as Answer;
}

/**
 * More trims may have the stock than can be checked each time: so the first matches are checked, and all of them only
 * if those do not fill the page.
 */
async function pickInStock(db: Db, wanted: Wanted & { inStock: number }): Promise<Picked> {
  const { limit, order, inStock, ...asked } = wanted;
  const near = Math.max(NEAR, 3 * limit);
  const first = await pickAmong(near);
  if (first.total <= near) return { found: toMatches(first), total: first.counted, isMore: false };
  if (first.numbers.length === limit) {
    const total = Math.min(Math.max(first.counted, limit) - 1, COUNT_LIMIT);
    return { found: toMatches(first), total, isMore: true };
  }
  const all = await pickAmong(first.total);
  return { found: toMatches(all), total: all.counted, isMore: false };

  async function pickAmong(most: number): Promise<Answer> {
    const isWhole = sql`(select total <= ${most} from counted)`;
    const start = "from" in order ? behindMatch(order.from, isWhole) : behindMatch(undefined);
    const page =
      "from" in order
        ? sql`${arrays} from (
            select * from found where (tier, number) > (${order.from?.tier ?? -1}::int, ${order.from?.number ?? -1}::int)
            order by tier, number limit ${limit}) as first`
        : sql`'{}'::int[] as tiers, case
            when ${isWhole} then array(${sortFew(order, sql`select number from found`, limit)})
            else array(${walk(order, limit, inStock)}) end as numbers`;
    const { rows } = await db.execute<Answer>(sql`
      with ${withWays(asked)},
      first as materialized (${firstOfWays(start, most)}),
      stocked_first as materialized (
        select ${trims.number} as number from ${trims}
        where ${trims.number} = any(array(select number from first)) and ${trims.quantity} >= ${inStock}
      ),
      found as materialized (select tier, number from first join stocked_first using (number))
      select (select total from counted) as total, (select count(*)::int from found) as counted, ${page}`);
    return rows[0] as Answer;
  }
}

function toMatches({ numbers, tiers }: Pick<Answer, "numbers" | "tiers">): Match[] {
  return numbers.map((number, at) => ({ number, tier: tiers[at] ?? 0 }));
}

/** The first of these trims in an order. */
function sortFew({ sort, place }: Sorted, numbers: SQL, limit: number): SQL {
  const from =
    sort === "ordered" ? sql`${trims} join ${trimOrders} on ${trimOrders.trimId} = ${trims.id}` : sql`${trims}`;
  const among = sql`${trims.number} = any(array(${numbers}))`;
  return sql`
    select ${trims.number} from ${from} where ${and(among, behind(sort, place))}
    order by ${orderBy(sort)} limit ${limit}`;
}

/** The first trims of `ways` in an order, found by walking along its index. */
function walk({ sort, place }: Sorted, limit: number, inStock?: number): SQL {
  const [from, number] = sort === "ordered" ? [trimOrders, trimOrders.number] : [trims, trims.number];
  const bits = sql`(select bits from whole)`;
  const has = sql`case when ${number} < length(${bits}) then get_bit(${bits}, ${number}) = 1 else false end`;
  const among = sort === "ordered" ? has : and(offered, has);
  const hasStock = sql`, lateral (
    select from ${trims} where ${trims.number} = walked.number and ${trims.quantity} >= ${inStock ?? 0} offset 0) as stock`;
  return sql`
    select walked.number from (
      with whole as materialized (${joinedWays})
      select ${number} as number from ${from} where ${and(among, behind(sort, place))} order by ${orderBy(sort)} offset 0
    ) as walked ${inStock === undefined ? sql`` : hasStock} limit ${limit}`;
}

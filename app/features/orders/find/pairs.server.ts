import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { type Filter, isWhole, notEnded } from "./filter.server.ts";
import { type Part, weigh } from "./gather.server.ts";
import { nameWays, type Sources } from "./search.server.ts";
import { behind, orderBy } from "./sort.server.ts";

/** The ids of a page, and how many orders the search finds, up to one more than `most`. */
export type Pairs = { ids: string[]; total: number };

/** So many orders of the buyers are looked through, a few microseconds each. */
const MOST_READ = 30_000;
/** So many entries of the index are read in the time of one order. */
const ENTRIES_FOR_A_ROW = 5;
/** A page by time is looked for among so many times the orders that should hold it. */
const SLACK = 2;

type Names = { items: { name: string }[]; buyers: { email?: string; name: string }[] };

/**
 * A page and its count, for words of which items have some and buyers all the others: the index of buyers also holds what
 * each order is for, so the orders themselves are not read. Undefined where that does not say it all, or a walk finds the
 * page sooner.
 */
export async function findPairs(
  db: Db | Tx,
  filter: Filter & { q: string },
  part: Part,
  { sources, most }: { sources: Sources; most: number },
): Promise<Pairs | undefined> {
  const { items, buyers, partly, total } = sources;
  const isAll = items.count + buyers.count + nameWays(filter.q, filter.sheets).length === 0 && partly.isOneRest;
  if (!isAll || !isWhole(filter) || !partly.items.names || !partly.buyers.names) return undefined;
  const { walked, gathered } = weigh(sources, part);
  if (partly.buyers.orders > Math.min(MOST_READ, ENTRIES_FOR_A_ROW * walked, ENTRIES_FOR_A_ROW * gathered))
    return undefined;
  const names = { items: partly.items.names, buyers: partly.buyers.names };
  const isByTime = part.sort === "newest" || part.sort === "oldest";
  if (isByTime && SLACK * walked < total) {
    const near = await readNear(db, names, part, { most, span: SLACK * walked });
    if (near?.ids.length === part.rows) return near;
  }
  const { rows } = await db.execute<Pairs>(sql`
    with found as materialized (${pairs(names)})
    select (select count(*)::int from (select from found limit ${most + 1}) as counted) as total,
      array(${firstOf(sql`found`, part)}) as ids`);
  return rows[0];
}

/**
 * The page among so many of the shop's orders, from its place in the list on: each buyer is asked for those alone, and most
 * have none. By their numbers, which follow the time nearly everywhere; if they do not, the page is not full. The count ends
 * by itself.
 */
async function readNear(db: Db | Tx, names: Names, part: Part, { most, span }: { most: number; span: number }) {
  const isDown = part.sort === "newest";
  const [order, than, step] = isDown ? [desc, sql`<=`, -span] : [asc, sql`>=`, span];
  const first = sql`select ${orders.number} from ${orders} where ${behind(part.sort, part.after) ?? sql`true`}
    order by ${order(orders.id)} limit 1`;
  const last = sql`select ${orders.id} from ${orders} where ${orders.number} ${than} (${first}) + ${step}::int
    order by ${order(orders.number)} limit 1`;
  const isNear = isDown
    ? sql`${orders.id} >= coalesce((${last}), ${"0".repeat(32)}::uuid)`
    : sql`${orders.id} <= coalesce((${last}), ${"f".repeat(32)}::uuid)`;
  const { rows } = await db.execute<Pairs>(sql`
    select (select count(*)::int from (${pairs(names)} limit ${most + 1}) as counted) as total,
      array(${firstOf(sql`(${pairs(names, isNear)})`, part)}) as ids`);
  return rows[0];
}

function firstOf(found: SQL, { sort, rows, after }: Part): SQL {
  const among = sort.endsWith("quantity")
    ? sql`(select met.id, kept.order_quantity from ${found} as met join ${orders} as kept using (id)) as orders`
    : sql`${found} as orders`;
  return sql`select orders.id from ${among} where ${behind(sort, after) ?? sql`true`}
    order by ${orderBy(sort)} limit ${rows}`;
}

/**
 * The orders of these buyers for these items. "order by" and "coalesce" keep PostgreSQL on the index alone, which checks
 * each entry as it is read.
 */
function pairs({ items, buyers }: Names, isNear?: SQL): SQL {
  const of = (names: readonly (string | undefined)[]) => sql`${sql.param(names)}::text[]`;
  const isMet = and(
    sql`${orders.productName} = any(${of(items.map(({ name }) => name))})`,
    sql`${orders.name} = buyer.name`,
    notEnded,
  );
  return sql`select met.* from unnest(${of(buyers.map(({ email }) => email))}, ${of(buyers.map(({ name }) => name))})
      as buyer (email, name)
    cross join lateral (select ${orders.id}, ${orders.email}, ${orders.productName} from ${orders}
      where ${and(sql`${orders.email} = buyer.email`, isNear, sql`coalesce(${isMet}, false)`)}
      order by ${orders.email}, ${orders.id}) as met`;
}

/** Those orders, wherever they stand in the list. */
export function amongPairs({ ids }: Pairs): SQL {
  return inArray(orders.id, ids);
}

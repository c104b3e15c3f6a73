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
  const { walked, gathered } = weigh(sources, filter, part);
  if (partly.buyers.orders > Math.min(MOST_READ, ENTRIES_FOR_A_ROW * walked, ENTRIES_FOR_A_ROW * gathered))
    return undefined;
  const names = { items: partly.items.names, buyers: partly.buyers.names };
  const isByTime = part.sort === "newest" || part.sort === "oldest";
  if (isByTime && SLACK * walked < total) {
    const near = await read(db, pairs(names, part), pairs(names, part, isNear(part, SLACK * walked)));
    if (near?.ids.length === part.rows) return near;
  }
  const found = pairs(names, part);
  // Sorted by buyer, the page ends before all are asked, and so does the count.
  if (part.sort.endsWith("email")) return read(db, found, found);
  return read(db, sql`select from found`, sql`select * from found`, sql`with found as materialized (${found})`);

  async function read(to: Db | Tx, all: SQL, among: SQL, before = sql``): Promise<Pairs | undefined> {
    const { rows } = await to.execute<Pairs>(sql`${before}
      select (select count(*)::int from (select from (${all}) as found limit ${most + 1}) as counted) as total,
        array(${firstOf(among, part)}) as ids`);
    return rows[0];
  }
}

/**
 * Whether an order is among the next so many of the shop's, from the page's place in the list on: each buyer is asked for
 * those alone, and most have none. By their numbers, which follow the time nearly everywhere; if they do not, the page is
 * not full.
 */
function isNear(part: Part, span: number): SQL {
  const isDown = part.sort === "newest";
  const [order, than, step] = isDown ? [desc, sql`<=`, -span] : [asc, sql`>=`, span];
  const first = sql`select ${orders.number} from ${orders} where ${behind(part.sort, part.after) ?? sql`true`}
    order by ${order(orders.id)} limit 1`;
  const last = sql`select ${orders.id} from ${orders} where ${orders.number} ${than} (${first}) + ${step}::int
    order by ${order(orders.number)} limit 1`;
  return isDown
    ? sql`${orders.id} >= coalesce((${last}), ${"0".repeat(32)}::uuid)`
    : sql`${orders.id} <= coalesce((${last}), ${"f".repeat(32)}::uuid)`;
}

function firstOf(found: SQL, { sort, rows, after }: Part): SQL {
  const among = sort.endsWith("quantity")
    ? sql`(select met.id, kept.order_quantity from (${found}) as met join ${orders} as kept using (id)) as orders`
    : sql`(${found}) as orders`;
  return sql`select orders.id from ${among} where ${behind(sort, after) ?? sql`true`}
    order by ${orderBy(sort)} limit ${rows}`;
}

/**
 * The orders of these buyers for these items, buyer after buyer. "order by" and "coalesce" keep PostgreSQL on the index
 * alone, which checks each entry as it is read.
 */
function pairs({ items, buyers }: Names, { sort }: Part, isNear?: SQL): SQL {
  const of = (names: readonly (string | undefined)[]) => sql`${sql.param(names)}::text[]`;
  const isMet = and(
    sql`${orders.productName} = any(${of(items.map(({ name }) => name))})`,
    sql`${orders.name} = buyer.name`,
    notEnded,
  );
  const sorted = sort.endsWith("email") ? sql`order by ${orderBy(sort, [sql`email`])}` : sql``;
  return sql`select met.id, buyer.email, met.product_name
    from (select * from unnest(${of(buyers.map(({ email }) => email))}, ${of(buyers.map(({ name }) => name))})
      as named (email, name) ${sorted}) as buyer
    cross join lateral (select ${orders.id}, ${orders.productName} from ${orders}
      where ${and(sql`${orders.email} = buyer.email`, isNear, sql`coalesce(${isMet}, false)`)}
      order by ${orders.email}, ${orders.id}) as met`;
}

/** Those orders, wherever they stand in the list. */
export function amongPairs({ ids }: Pairs): SQL {
  return inArray(orders.id, ids);
}

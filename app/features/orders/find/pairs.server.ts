import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import { orders } from "#app/features/orders/tables.server.ts";
import { type Filter, isWhole, notEnded } from "./filter.server.ts";
import { type Part, weigh } from "./gather.server.ts";
import { nameWays, type Sources } from "./search.server.ts";
import { behind, orderBy } from "./sort.server.ts";

/** So many orders of the buyers are looked through, a few microseconds each. */
const MOST_READ = 30_000;
/** So many entries of the index are read in the time of one order. */
const ENTRIES_FOR_A_ROW = 5;
/** A page by time is looked for among so many times the orders that should hold it. */
const SLACK = 2;

/**
 * The `ids` of a page and how many are `counted` in all, for words of which items have some and buyers all the others: the index of buyers
 * also holds what each order is for, so the orders themselves are not read. Where two ways are named, the first is enough
 * if it fills the page; none, where that does not say it all, or a walk finds the page sooner.
 */
export function findPairs(
  filter: Filter & { q: string },
  part: Part,
  { sources, most }: { sources: Sources; most: number },
): SQL[] {
  const { items, buyers, partly, total } = sources;
  const isAll = items.count + buyers.count + nameWays(filter.q, filter.sheets).length === 0 && partly.isOneRest;
  if (!isAll || !isWhole(filter) || !partly.items.isAll || !partly.buyers.isAll) return [];
  const { walked, gathered } = weigh(sources, filter, part);
  // Sorted by buyer, the page ends before all are asked, and so does the count.
  const isByBuyer = part.sort.endsWith("email");
  const rows = Math.min(walked, isByBuyer ? Number.POSITIVE_INFINITY : gathered);
  if (partly.buyers.orders > Math.min(MOST_READ, ENTRIES_FOR_A_ROW * rows)) return [];
  const all = pairs(partly, part);
  const counted = sql`(select count(*) from (select from (${all}) as found limit ${most + 1}) as counted) as counted`;
  if (isByBuyer) return [sql`select ${firstOf(all, part)}, ${counted}`];
  const whole = sql`with found as materialized (${all})
    select ${firstOf(sql`select * from found`, part)}, (select count(*) from found) as counted`;
  const isByTime = part.sort === "newest" || part.sort === "oldest";
  if (!isByTime || SLACK * walked >= total) return [whole];
  return [sql`select ${firstOf(pairs(partly, part, isNear(part, SLACK * walked)), part)}, ${counted}`, whole];
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
  return sql`array(select orders.id from (${found}) as orders
    where ${behind(sort, after) ?? sql`true`} order by ${orderBy(sort)} limit ${rows}) as ids`;
}

/**
 * The orders of these buyers for these items, buyer after buyer. "order by" and "coalesce" keep PostgreSQL on the index
 * alone, which checks each entry as it is read.
 */
function pairs({ items, buyers }: Sources["partly"], { sort }: Part, isNear?: SQL): SQL {
  const isMet = and(sql`${orders.productName} in ${items.from}`, sql`${orders.name} = buyer.name`, notEnded);
  const sorted = sort.endsWith("email") ? sql`order by ${orderBy(sort, [sql`email`])}` : sql``;
  return sql`select met.*, buyer.email from (select * from ${buyers.from} as named ${sorted}) as buyer
    cross join lateral (select ${orders.id}, ${orders.productName}, ${orders.orderQuantity} from ${orders}
      where ${and(sql`${orders.email} = buyer.email`, isNear, sql`coalesce(${isMet}, false)`)}
      order by ${orders.email}, ${orders.id}) as met`;
}

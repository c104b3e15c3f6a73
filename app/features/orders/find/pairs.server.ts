import { and, eq, type SQL, sql } from "drizzle-orm";
import { millOf, orders } from "#app/features/orders/tables.server.ts";
import { asksOfReview, type Filter, traits } from "./filter.server.ts";
import { columnsOf, type Part, weigh } from "./gather.server.ts";
import { nameWays } from "./named.server.ts";
import type { Sources } from "./search.server.ts";
import { behind, orderBy } from "./sort.server.ts";

/** So many orders of the buyers are looked through, a few microseconds each. */
const MOST_READ = 30_000;
/** So many entries of the index are read in the time of one order. */
const ENTRIES_FOR_A_ROW = 5;

/**
 * The `ids` of a page and how many are `counted` in all, for words of which items have some and buyers all the others: the indexes of
 * buyers and of mills also hold what each order is for, so the orders themselves are not read. Undefined where that does not say it
 * all, or a walk finds the page sooner.
 */
export function findPairs(
  filter: Filter & { q: string },
  part: Part,
  { sources, most }: { sources: Sources; most: number },
): SQL | undefined {
  const { items, buyers, partly } = sources;
  const isAll = items.count + buyers.count + nameWays(filter.q, filter.sheets).length === 0 && partly.isOneRest;
  if (!isAll || !asksOfReview(filter) || !partly.items.isAll || !partly.buyers.isAll) return undefined;
  const { walked, gathered, expected } = weigh(sources, filter, part);
  // Sorted by buyer, the page ends before all are asked, and so does the count.
  const isByBuyer = part.sort.endsWith("email");
  const rows = Math.min(walked, isByBuyer ? Number.POSITIVE_INFINITY : gathered);
  const mostRead = Math.min(MOST_READ, ENTRIES_FOR_A_ROW * rows);
  const { mill } = partly;
  const isMill = mill !== null && expected + partly.items.count <= mostRead;
  if (!isMill && partly.buyers.orders > mostRead) return undefined;
  const all = isMill ? ofMill(mill, partly, filter, part) : ofBuyers(partly, filter, part);
  // One pass for page and count keeps all that it reads: where there are more than are counted, a mill's are counted sooner apart,
  // and those of a page by buyer end with it.
  const isCountedApart = (isMill || isByBuyer) && expected > most;
  if (!isCountedApart)
    return sql`with found as materialized (${all})
      select ${firstOf(sql`select * from found`, part)}, (select count(*) from found) as counted`;
  const isByTime = part.sort === "newest" || part.sort === "oldest";
  const first = isMill && isByTime ? pageOfMill(mill, partly, filter, part) : all;
  return sql`select ${firstOf(first, part)},
    (select count(*) from (select from (${all}) as found limit ${most + 1}) as counted) as counted`;
}

function firstOf(found: SQL, { sort, rows, after }: Part): SQL {
  return sql`array(select orders.id from (${found}) as orders
    where ${behind(sort, after) ?? sql`true`} order by ${orderBy(sort)} limit ${rows}) as ids`;
}

// Sorted like their index, and with conditions the planner cannot weigh, orders are read from the index alone. Of each, only what
// the list is sorted by is kept.

/** The orders of all buyers of a mill for these items. */
function ofMill(mill: string, { items }: Sources["partly"], filter: Filter, { sort }: Part): SQL {
  return sql`select ${columnsOf(sort)} from ${orders}
    where ${isOfMill(mill, filter)} and ${orders.productName} = any(array${items.from})`;
}

/** Of the orders of a mill, as many of each item as a page by time takes. */
function pageOfMill(mill: string, { items }: Sources["partly"], filter: Filter, { sort, rows, after }: Part): SQL {
  return sql`select met.* from ${items.from} as item
    cross join lateral (select ${orders.id} from ${orders}
      where ${and(isOfMill(mill, filter), eq(orders.productName, sql`item.name`), behind(sort, after))}
      order by ${orderBy(sort)} limit ${rows}) as met`;
}

const isOfMill = (mill: string, filter: Filter) =>
  sql`${millOf(orders.email)} = ${mill} and coalesce(${traits(filter)}, false)`;

/** The orders of these buyers for these items, buyer after buyer. */
function ofBuyers({ items, buyers }: Sources["partly"], filter: Filter, { sort }: Part): SQL {
  const isMet = and(sql`${orders.productName} in ${items.from}`, sql`${orders.name} = buyer.name`, traits(filter));
  const sorted = sort.endsWith("email") ? sql`order by ${orderBy(sort, [sql`email`])}` : sql``;
  return sql`select met.* from (select * from ${buyers.from} as named ${sorted}) as buyer
    cross join lateral (select ${columnsOf(sort)} from ${orders}
      where ${and(sql`${orders.email} = buyer.email`, sql`coalesce(${isMet}, false)`)}
      order by ${orders.email}, ${orders.id}) as met`;
}

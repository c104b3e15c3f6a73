import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrderSort } from "#app/features/orders/contract.ts";
import { millOf, orderBuyers, orders } from "#app/features/orders/tables.server.ts";
import { asksOfReview, type Filter, traits } from "./filter.server.ts";
import { columnsOf, type Part, weigh } from "./gather.server.ts";
import { nameWays } from "./named.server.ts";
import type { Sources } from "./search.server.ts";
import { behind, isByTime, orderBy } from "./sort.server.ts";

/** How many orders of the buyers may be looked through, at a few microseconds each. */
const MOST_READ = 30_000;
/** How many entries of the index are read in the time of one order. */
const ENTRIES_FOR_A_ROW = 5;

/**
 * The `ids` of a page and how many are `counted` in all, for words of which items have some and buyers all the others:
 * the indexes of buyers and of mills also hold what each order is for, so the orders themselves are not read. Undefined
 * if the indexes do not hold everything that is asked for, or a walk finds the page sooner.
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
  // Sorted by buyer, the page ends before all buyers are read, and so does the count.
  const rows = Math.min(walked, isByBuyer(part.sort) ? Number.POSITIVE_INFINITY : gathered);
  const mostRead = Math.min(MOST_READ, ENTRIES_FOR_A_ROW * rows);
  const { mill } = partly;
  const isMill = mill !== null && expected + partly.items.count <= mostRead;
  if (!isMill && partly.buyers.orders > mostRead) return undefined;
  const all = isMill ? ofMill(mill, filter, part) : ofBuyers(inOrder(partly, part), partly, filter, part);
  const named = sql`with named as materialized (select array${partly.items.from} as items)`;
  // One pass for page and count stores everything it reads. If there are more than are counted, a separate count is
  // faster for a mill, and a page sorted by buyer can stop early.
  const isCountedApart = (isMill || isByBuyer(part.sort)) && expected > most;
  if (!isCountedApart)
    return sql`${named}, found as materialized (${all})
      select ${firstOf(sql`select * from found`, part)}, (select count(*) from found) as counted`;
  const first = isMill ? pageOfMill(mill, partly, filter, part) : undefined;
  return sql`${named} select ${firstOf(first ?? all, part)},
    (select count(*) from (select from (${all}) as found limit ${most + 1}) as counted) as counted`;
}

function firstOf(found: SQL, { sort, rows, after }: Part): SQL {
  return sql`array(select orders.id from (${found}) as orders
    where ${behind(sort, after) ?? sql`true`} order by ${orderBy(sort)} limit ${rows}) as ids`;
}

// Sorted like their index, and with conditions that the planner cannot estimate, orders are read from the index alone.
// Only the columns that the list is sorted by are kept.

/** The orders of all buyers of a mill for the named items, which page and count look up once. */
function ofMill(mill: string, filter: Filter, { sort }: Part): SQL {
  return sql`select ${columnsOf(sort)} from ${orders}
    where ${isOfMill(mill, filter)} and ${orders.productName} = any((select items from named)::text[])`;
}

/**
 * Those of the orders of a mill that a page may have: by time the first of each item, by e-mail those of the first
 * buyers.
 */
function pageOfMill(mill: string, partly: Sources["partly"], filter: Filter, part: Part): SQL | undefined {
  const { sort, rows, after } = part;
  if (isByBuyer(sort) && !after) {
    // Not sorted here, so that PostgreSQL uses the order of the index of mills.
    const buyers = sql`(select email, name from ${orderBuyers} where ${millOf(orderBuyers.email)} = ${mill})`;
    return ofBuyers(buyers, partly, filter, part);
  }
  if (!isByTime(sort)) return undefined;
  return sql`select met.* from ${partly.items.from} as item
    cross join lateral (select ${orders.id} from ${orders}
      where ${and(isOfMill(mill, filter), eq(orders.productName, sql`item.name`), behind(sort, after))}
      order by ${orderBy(sort)} limit ${rows}) as met`;
}

const isOfMill = (mill: string, filter: Filter) =>
  sql`${millOf(orders.email)} = ${mill} and coalesce(${traits(filter)}, false)`;

/** The orders of these buyers for these items, buyer after buyer. */
function ofBuyers(buyers: SQL, { items }: Sources["partly"], filter: Filter, { sort }: Part): SQL {
  const isMet = and(sql`${orders.productName} in ${items.from}`, sql`${orders.name} = buyer.name`, traits(filter));
  // By e-mail, the e-mail of `buyers`: if these come sorted, a page ends with its last buyer.
  const columns = isByBuyer(sort) ? sql`buyer.email, met.id` : sql`met.*`;
  return sql`select ${columns} from ${buyers} as buyer
    cross join lateral (select ${columnsOf(sort)} from ${orders}
      where ${and(sql`${orders.email} = buyer.email`, sql`coalesce(${isMet}, false)`)}
      order by ${orders.email}, ${orders.id}) as met`;
}

/** The buyers, sorted where the list is. */
function inOrder({ buyers }: Sources["partly"], { sort }: Part): SQL {
  return isByBuyer(sort)
    ? sql`(select * from ${buyers.from} as named order by ${orderBy(sort, [sql`email`])})`
    : buyers.from;
}

const isByBuyer = (sort: OrderSort) => sort.endsWith("email");

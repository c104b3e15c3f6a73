import { and, type SQL, sql } from "drizzle-orm";
import { MAX_ROWS } from "#app/contract/page.ts";
import type { OrderSort } from "#app/features/orders/lists.contract.ts";
import { allStatuses, isEnded, sumStatuses } from "#app/features/orders/rules.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { countByStatus } from "./counts.server.ts";
import { type Filter, hasOnlyStatuses, isFoundTogether, isOfStaff, matching } from "./filter.server.ts";
import { ordersQuery } from "./query.server.ts";
import { after, columnsOf, orderBy, type Place, placeOf } from "./sort.server.ts";

/** Matches are counted up to here, or up to the rows of a longer page. */
export const COUNT_LIMIT = 250;

/** Up to this many matches of words are read and sorted; among more, a list is walked until the page is full. */
const FEW = 3_000;
/** The same for orders that stand together in an index: those of some states, of a company, of some days. */
const FEW_TOGETHER = 20_000;

const listed = allStatuses.filter((status) => !isEnded(status));

/** This many rows of a list sorted by `sort`, after a place. */
type Part = { sort: OrderSort; rows: number; after: Place | undefined };

/** An order in a list. */
export type Row = Awaited<ReturnType<typeof ordersQuery>>[number];

/**
 * One page of orders, and how many match: exact for all orders, those of given states and one person's; otherwise
 * `isCapped` says that there are more than `total`.
 */
export async function listOrders(
  db: Db | Tx,
  filter: Filter,
  part: Part,
): Promise<{ rows: Row[]; total: number; isCapped: boolean }> {
  const ofStatuses = await countOfStatuses(db, filter);
  const areFew = filter.statuses !== undefined && ofStatuses !== undefined && ofStatuses <= FEW_TOGETHER;
  const most = Math.max(COUNT_LIMIT, part.rows - 1);
  const few = areFew || isFoundTogether(filter) ? FEW_TOGETHER : filter.q === undefined ? most : FEW;
  if (filter.q === undefined && (filter.mine !== undefined || hasOnlyStatuses(filter))) {
    const condition = areFew ? sql`${orders.id} in (${findFew(filter, part, few)} ${firstOf(part)})` : matching(filter);
    const counting = ofStatuses ?? db.$count(orders, matching(filter));
    const [rows, total] = await Promise.all([readPage(db, condition, part), counting]);
    return { rows, total, isCapped: false };
  }
  const { rows: answer } = await db.execute<{ found: number; ids: string[] }>(sql`
    ${findFew(filter, part, few)}
    select (select count(*) from few)::int as found, array(${firstOf(part)}) as ids`);
  const { found = 0, ids = [] } = answer[0] ?? {};
  const isAmong = sql`${orders.id} = any(${sql.param(ids)}::uuid[])`;
  const rows = await readPage(db, found > few ? matching(filter) : isAmong, part);
  return { rows, total: Math.min(found, most), isCapped: found > most };
}

/** Reads the matching orders from the first or after one of them: a page, and one row more if there is one. */
export function readPages(db: Db, filter: Filter, sort: OrderSort): (last?: Row) => Promise<Row[]> {
  return async (last) => {
    const page = await listOrders(db, filter, { sort, rows: MAX_ROWS + 1, after: last && placeOf(sort, last) });
    return page.rows;
  };
}

/** How many orders have the wanted states; undefined if none are wanted and that would not help, or of one person or company. */
async function countOfStatuses(db: Db | Tx, filter: Filter): Promise<number | undefined> {
  if (!isOfStaff(filter) || !(filter.statuses || hasOnlyStatuses(filter))) return undefined;
  return sumStatuses(await countByStatus(db), filter.statuses ?? listed);
}

/**
 * Names up to one more than `few` matches `few`. PostgreSQL expects any beginning of a word in one of 250 orders, and
 * would walk through all of them to find none; materialized, the index of words is asked first.
 */
function findFew(filter: Filter, { sort }: Part, few: number): SQL {
  return sql`with met as materialized (select ${columnsOf(sort)} from ${orders} where ${matching(filter)}),
    few as materialized (select * from met limit ${few + 1})`;
}

/** The ids of the page among these few. */
function firstOf({ sort, rows, after: place }: Part): SQL {
  return sql`select id from few as orders where ${after(sort, place) ?? sql`true`} order by ${orderBy(sort)} limit ${rows}`;
}

function readPage(db: Db | Tx, condition: SQL | undefined, { sort, rows, after: place }: Part): Promise<Row[]> {
  return ordersQuery(db)
    .where(and(condition, after(sort, place)))
    .orderBy(orderBy(sort))
    .limit(rows);
}

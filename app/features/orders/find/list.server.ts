import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { Standing } from "#app/features/orders/facts.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import {
  countStandings,
  type Filter,
  hasOtherTraits,
  isByReview,
  isLineAlone,
  isWhole,
  notEnded,
  standsIn,
  traits,
  wantsFewDays,
} from "./filter.server.ts";
import {
  gatherIds,
  gatherLine,
  gatherLineItems,
  gatherMet,
  gatherStanding,
  gatherWalked,
  gatherWanted,
  type Part,
  weigh,
} from "./gather.server.ts";
import { amongPairs, findPairs, type Pairs } from "./pairs.server.ts";
import {
  ALL_NAMES,
  COUNT_LIMIT,
  countAll,
  findSources,
  matching,
  nameWays,
  ofPerson,
  type Sources,
  searched,
} from "./search.server.ts";
import { behind, orderBy } from "./sort.server.ts";

/** The contract's order. */
export const shape = {
  _id: orders.id,
  number: orders.number,
  name: orders.name,
  email: orders.email,
  phone: orders.phone,
  address: orders.address,
  productName: orders.productName,
  orderQuantity: orders.orderQuantity,
  unitPrice: orders.unitPrice,
  total: orders.total,
  img: trims.img,
  createdAt: orders.createdAt,
  trimId: orders.trimId,
  review: orders.review,
  shipping: orders.shipping,
  payment: orders.payment,
  carrier: orders.carrier,
  trackingNumber: orders.trackingNumber,
  trackingUrl: orders.trackingUrl,
  dueOn: orders.dueOn,
  sheetId: orders.sheetId,
  sheetNumber: orders.sheetNumber,
  poNumber: orders.poNumber,
  wantedOn: orders.wantedOn,
};

/** Matches are rarely spread evenly: a walk goes this many times further, but never reads more than gathering would. */
const REACH = 4;

/** So many orders are sorted as they are met. */
const MOST_SORTED = 5000;
/** So many entries of an index that has the states are read in the time of one order. */
const ENTRIES_FOR_A_ROW = 5;

/** So many places are read side by side. */
const MOST_MERGED = 8;

/** What a list and its count are made from. */
export type Prepared = {
  /** Where the words of a search are, unless it is one person's. */
  sources: Sources | undefined;
  /** How many orders stand where they are asked to; undefined if that was not asked, or of one person's. */
  standing: number | undefined;
  /** All orders, wherever they stand; 0 if that was not asked. */
  everywhere: number;
  /** Up to how many are counted, where counting needs reading: never fewer than the page may show. */
  most: number;
  /** The page that was named, and its count, where one question finds both. */
  pairs?: Pairs | undefined;
  /** One person's newest page, with its count. */
  newest?: Awaited<ReturnType<typeof readNewestOf>>;
};

/** Shared by `listOrders` and `countOrders`, which may find `part` ready. */
export async function prepareSearch(db: Db | Tx, filter: Filter, part?: Part): Promise<Prepared> {
  const { userId, q, standings } = filter;
  const most = Math.max(COUNT_LIMIT, (part?.rows ?? 1) - 1);
  if (userId !== undefined) {
    const isNewest = q === undefined && isWhole(filter) && part?.sort === "newest" && !part.after;
    const newest = isNewest ? { newest: await readNewestOf(db, { userId, rows: part.rows }) } : {};
    return { sources: undefined, standing: undefined, everywhere: 0, most, ...newest };
  }
  const [sources, counts] = await Promise.all([
    q === undefined ? undefined : findSources(db, q),
    standings ? countStandings(db) : undefined,
  ]);
  const pairs =
    part && sources && q !== undefined ? await findPairs(db, { ...filter, q }, part, { sources, most }) : undefined;
  const everywhere = counts?.reduce((all, { count }) => all + count, 0) ?? 0;
  return { sources, standing: counts && sum(counts, standings ?? []), everywhere, most, pairs };
}

function sum(counts: readonly (Standing & { count: number })[], standings: readonly Standing[]): number {
  const keys = new Set(standings.map(toKey));
  return counts.reduce((all, { count, ...standing }) => all + (keys.has(toKey(standing)) ? count : 0), 0);
}

const toKey = ({ review, shipping, payment }: Standing) => [review, shipping, payment].join();

/**
 * One page of orders. A search walks the list if that should find enough soon; otherwise it takes the first rows from
 * each of its sources. Orders that stand somewhere come by their index, sorted by time or few.
 */
export async function listOrders(db: Db | Tx, filter: Filter, part: Part, prepared: Prepared) {
  const { sources, pairs, newest } = prepared;
  if (newest) return newest;
  if (pairs) return select(db, amongPairs(pairs), part);
  const reach = reachOf(filter, part, prepared);
  if (reach !== undefined) {
    const met = await select(db, sql`${orders.id} in ${gatherWalked(filter, part, reach)}`, part);
    if (met.length === part.rows) return met;
  }
  const gathered = gather(filter, part, prepared);
  if (gathered) return select(db, sql`${orders.id} in ${gathered}`, part);
  if (!sources || filter.q === undefined) return select(db, and(matching(filter), behind(part.sort, part.after)), part);
  const { walked, gathered: read } = weigh(sources, part);
  if (walked < read) {
    const met = await walk(db, filter, part, Math.min(REACH * walked, read));
    if (met.length === part.rows) return met;
  }
  const found = gatherIds(await nameAll(db, filter.q, sources), { ...filter, q: filter.q }, part);
  return select(db, sql`${orders.id} in (${found})`, part);
}

/** How far a walk along the index of the sorting looks for orders that stand somewhere; undefined where sorting is sooner. */
function reachOf(filter: Filter, { sort, rows }: Part, { standing, everywhere }: Prepared): number | undefined {
  if (standing === undefined || isByTime(sort) || filter.q !== undefined || hasOtherTraits(filter)) return undefined;
  const isInIndex = sort.endsWith("quantity") || (sort.endsWith("email") && isByReview(filter.standings ?? []));
  const walked = (rows * everywhere) / Math.max(1, standing);
  const most = standing * (isInIndex ? ENTRIES_FOR_A_ROW : 1);
  return walked < most ? Math.min(Math.ceil(REACH * walked), most, MAX_INTEGER) : undefined;
}

/** The ids of a page from an index that has the rest of the filter, where there is one. */
function gather(filter: Filter, part: Part, { standing }: Prepared): SQL | undefined {
  const [byTime, isTyped] = [isByTime(part.sort), filter.q !== undefined];
  const isRead = byTime || !hasOtherTraits(filter);
  if (standing !== undefined && (standing <= MOST_SORTED || (isRead && !isTyped))) return gatherStanding(filter, part);
  if (isTyped || filter.userId !== undefined) return undefined;
  if (part.sort.endsWith("item") && isLineAlone(filter)) return gatherLineItems(filter, part);
  if (!byTime) return undefined;
  if (filter.line) return gatherLine(filter, part);
  return wantsFewDays(filter) ? gatherWanted(filter, part) : undefined;
}

const isByTime = (sort: Part["sort"]) => sort === "newest" || sort === "oldest";

/** Whether `countOrders` counts without an end: all orders, one person's, or those that stand somewhere. */
export function isCounted({ q, ...filter }: Filter): boolean {
  return q === undefined && (filter.userId !== undefined || !hasOtherTraits(filter));
}

/** How many orders match: exact if `isCounted`, else up to one more than `most`. */
export async function countOrders(
  db: Db | Tx,
  filter: Filter,
  { sources, standing, most, pairs, newest }: Prepared,
): Promise<number> {
  const { q, userId } = filter;
  if (newest) return newest[0]?.ownTotal ?? 0;
  if (pairs) return pairs.total;
  if (isCounted(filter)) {
    if (userId === undefined) return standing ?? countAll(db);
    return db.$count(orders, matching(filter));
  }
  if (!sources || q === undefined || (standing !== undefined && standing <= MOST_SORTED)) {
    return countUpTo(db, gatherCounted(filter, most), most);
  }
  const { items, buyers, partly } = sources;
  if (isWhole(filter)) {
    if (Math.max(items.orders, buyers.orders) > most) return most + 1;
    if (buyers.count + partly.buyers.count + nameWays(q, filter.sheets).length === 0) return items.orders;
  }
  const some = firstFew(most);
  if (standing !== undefined) {
    const { walked, gathered } = weigh(sources, some);
    if (Math.min(walked, standing) < gathered) {
      const reach = Math.min(REACH * walked, Math.max(standing, gathered), MAX_INTEGER);
      const met = await countUpTo(db, gatherMet(filter, some.rows, reach), most);
      // There are enough, or all have been read.
      if (met > most || standing <= reach) return met;
    }
  }
  const all = await nameAll(db, q, sources);
  return countUpTo(db, gatherIds(all, { ...filter, q }, some, true), most);
}

/** The matches for a count, of a line from the index of its trims or of the states. */
function gatherCounted(filter: Filter, most: number): SQL {
  const some = firstFew(most);
  if (filter.userId === undefined && filter.q === undefined && filter.line) {
    const found = filter.standings ? gatherMet(filter, some.rows) : gatherLine(filter, some, true);
    return sql`select from (${found}) as found`;
  }
  return sql`select from ${orders} where ${matching(filter)}`;
}

const firstFew = (most: number) => ({ sort: "newest", rows: most + 1, after: undefined }) as const;

async function countUpTo(db: Db | Tx, found: SQL, most: number): Promise<number> {
  const [row] = await db.select({ total: count() }).from(sql`(${found} limit ${most + 1}) as found`);
  return row?.total ?? 0;
}

async function select(db: Db | Tx, condition: SQL | undefined, { sort, rows }: Part) {
  const all = db.select(shape).from(orders).leftJoin(trims, eq(trims.id, orders.trimId));
  return all.where(condition).orderBy(orderBy(sort)).limit(rows);
}

// What every buyer asks for again and again: planned once, and one question for page and count.
const isTheirs = and(eq(orders.userId, sql.placeholder("userId")), notEnded);
const readNewestOf = prepared("newest_orders_of", (db) =>
  db
    .select({ ...shape, ownTotal: db.$count(orders, isTheirs) })
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(isTheirs)
    .orderBy(orderBy("newest"))
    .limit(sql.placeholder("rows")),
);

/** The matches among the next `reach` rows of the list. */
function walk(db: Db | Tx, filter: Filter, part: Part, reach: number) {
  const met = sql`select orders.id from (${nextOf(filter, part, reach)}) as orders
    where ${searched(filter)} order by ${orderBy(part.sort)} limit ${part.rows}`;
  return select(db, sql`${orders.id} in (${met})`, part);
}

/** The next `reach` rows of the list. Those of few places come from all of these at once, in the order of time. */
function nextOf(filter: Filter, { sort, after }: Part, reach: number): SQL {
  const { standings } = filter;
  const next = (about: SQL | undefined) => sql`(select * from ${orders}
    where ${and(about, behind(sort, after)) ?? sql`true`} order by ${orderBy(sort)} limit ${reach})`;
  if (!standings || standings.length > MOST_MERGED || !isByTime(sort))
    return next(and(ofPerson(filter), traits(filter)));
  const rest = and(ofPerson(filter), traits({ ...filter, standings: undefined, isAnywhere: true }));
  const all = standings.map((standing) => next(and(standsIn(standing), rest)));
  return sql`select * from (${sql.join(all, sql` union all `)}) as orders order by ${orderBy(sort)} limit ${reach}`;
}

async function nameAll(db: Db | Tx, q: string, sources: Sources): Promise<Sources> {
  const { items, buyers, partly } = sources;
  const hasSide = partly.items.names !== null || partly.buyers.names !== null;
  return items.names && buyers.names && hasSide ? sources : findSources(db, q, ALL_NAMES);
}

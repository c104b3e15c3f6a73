import { and, type SQL, sql } from "drizzle-orm";
import { sumStandings } from "#app/features/orders/rules.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import {
  areFew,
  areNamed,
  canMerge,
  countAtOnce,
  REACH,
  reaches,
  readAtOnce,
  upTo,
  walk,
  walks,
} from "./at-once.server.ts";
import {
  countStandings,
  type Filter,
  hasOtherTraits,
  invoiced,
  isOfLine,
  isWhole,
  wantsFewDays,
} from "./filter.server.ts";
import {
  gatherFirst,
  gatherIds,
  gatherLine,
  gatherLineItems,
  gatherWanted,
  type Part,
  weigh,
} from "./gather.server.ts";
import { type Page, readNewestOf, select, selectFrom } from "./rows.server.ts";
import { ALL_NAMES, COUNT_LIMIT, countAll, findSources, matching, type Names, type Sources } from "./search.server.ts";
import { behind, isByTime } from "./sort.server.ts";

/** What a list and its count are made from. */
export type Prepared = {
  /** Where the words of a search occur, unless it is one person's. */
  sources: Sources | undefined;
  /** How many orders have the wanted states; undefined if no states are wanted, or for one person's orders. */
  standing: number | undefined;
  /** Up to how many are counted, if counting means reading: never fewer than the page may show. */
  most: number;
  /** The page, each row with the count, if one query finds both. */
  page?: Page | undefined;
};

/** Shared by `listOrders` and `countOrders`, which may find `part` ready. */
export async function prepareSearch(db: Db | Tx, filter: Filter, part?: Part): Promise<Prepared> {
  const { userId, q, standings } = filter;
  const most = Math.max(COUNT_LIMIT, (part?.rows ?? 1) - 1);
  if (userId !== undefined) {
    const isNewest = q === undefined && isWhole(filter) && part?.sort === "newest" && !part.after;
    const page = isNewest ? await readNewestOf(db, { userId, rows: part.rows }) : undefined;
    return { sources: undefined, standing: undefined, most, page };
  }
  const [found, counts] = await Promise.all([
    q === undefined ? undefined : findSources(db, q),
    standings ? countStandings(db) : undefined,
  ]);
  const standing = counts && sumStandings(counts, standings ?? []);
  if (!found || q === undefined) return { sources: undefined, standing, most };
  const prepared = { sources: standing === undefined ? found : narrow(found, standing), standing, most };
  return { ...prepared, page: part && (await readAtOnce(db, { ...filter, q }, part, prepared)) };
}

/** The sources scaled down to the `standing` orders that a list can contain. */
function narrow({ items, buyers, partly, total }: Sources, standing: number): Sources {
  const some = (names: Names) => ({ ...names, orders: (names.orders * standing) / Math.max(1, total) });
  const both = { ...partly, items: some(partly.items), buyers: some(partly.buyers) };
  return { items: some(items), buyers: some(buyers), partly: both, total: standing };
}

/**
 * One page of orders. A search walks the list if that should find enough soon; otherwise it takes the first rows from
 * each of its sources. Orders of given states come from the indexes by state, one combination after the other.
 */
export async function listOrders(db: Db | Tx, filter: Filter, part: Part, prepared: Prepared) {
  const { sources, page } = prepared;
  if (page) return page;
  const gathered = gather(filter, part, prepared);
  if (gathered) return select(db, sql`${orders.id} in ${gathered}`, part);
  if (!sources || filter.q === undefined) return select(db, and(matching(filter), behind(part.sort, part.after)), part);
  for (const near of walks(filter, part, { ...prepared, sources })) {
    const met = await selectFrom(db, near, part);
    if (met.length === part.rows) return met;
  }
  const found = gatherIds(await nameAll(db, filter.q, sources), { ...filter, q: filter.q }, part);
  return select(db, sql`${orders.id} in ${found}`, part);
}

/** The ids of a page from an index that has the rest of the filter, where there is one. */
function gather(filter: Filter, part: Part, { standing }: Prepared): SQL | undefined {
  const isTyped = filter.q !== undefined;
  if (part.sort.endsWith("item") && isOfLine(filter)) return gatherLineItems(filter, part);
  if (standing !== undefined && (areFew(standing) || (canMerge(filter, part) && !isTyped)))
    return gatherFirst(filter, part);
  if (isTyped || filter.userId !== undefined) return undefined;
  // By time, the index of invoiced orders has them; along any other sorting, a walk would also meet orders paid long
  // ago.
  if (filter.dueBefore && !isByTime(part.sort)) return gatherFirst(invoiced(filter), part);
  if (!isByTime(part.sort)) return undefined;
  if (filter.line) return gatherLine(filter, part);
  return wantsFewDays(filter) ? gatherWanted(filter, part) : undefined;
}

/** Whether `countOrders` counts without a limit: all orders, one person's, or those of given states. */
export function isCounted({ q, ...filter }: Filter): boolean {
  return q === undefined && (filter.userId !== undefined || !hasOtherTraits(filter));
}

/** How many orders match: exact if `isCounted`, else up to one more than `most`. */
export async function countOrders(
  db: Db | Tx,
  filter: Filter,
  { sources, standing, most, page }: Prepared,
): Promise<number> {
  const { q, userId } = filter;
  if (page) return page[0]?.counted ?? 0;
  if (isCounted(filter)) {
    if (userId === undefined) return standing ?? countAll(db);
    return db.$count(orders, matching(filter));
  }
  const some: Part = { sort: "newest", rows: most + 1, after: undefined, isCount: true };
  if (!sources || q === undefined) return count(db, upTo(gatherCounted(filter, some), most));
  const search = { sources, standing, most };
  const counted = countAtOnce({ ...filter, q }, search);
  if (counted) return count(db, counted);
  const { walked, named } = weigh(sources, filter, some);
  if (standing !== undefined && walked < named) {
    for (const reach of reaches(some, Math.min(REACH * walked, standing), named)) {
      const met = await count(db, upTo(walk(filter, some, reach), most));
      // There are enough, or all have been read.
      if (met > most || standing <= reach) return met;
    }
  }
  return count(db, upTo(gatherIds(await nameAll(db, q, sources), { ...filter, q }, some), most));
}

/** The matches for a count: of a line by its items or its trims. */
function gatherCounted(filter: Filter, some: Part): SQL {
  if (!filter.line || filter.userId !== undefined || filter.q !== undefined)
    return sql`(select from ${orders} where ${matching(filter)} limit ${some.rows})`;
  if (!filter.standings) return gatherLine(filter, some);
  return isOfLine(filter) ? gatherLineItems(filter, some) : gatherFirst(filter, some);
}

async function count(db: Db | Tx, counted: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select (${counted})::int as total`);
  return rows[0]?.total ?? 0;
}

/** The sources, with one side completely known if orders may match partly by both: the cheaper one is chosen. */
async function nameAll(db: Db | Tx, q: string, sources: Sources): Promise<Sources> {
  return areNamed(sources) ? sources : findSources(db, q, ALL_NAMES);
}

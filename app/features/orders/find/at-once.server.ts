import { and, type SQL, sql } from "drizzle-orm";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { type Filter, hasOtherTraits, isWhole, traits, traitsInPlace } from "./filter.server.ts";
import { columnsOf, gatherFirst, gatherIds, type Part, weigh } from "./gather.server.ts";
import { nameWays } from "./named.server.ts";
import { findPairs } from "./pairs.server.ts";
import { among, type Met, type Page, selectCounted } from "./rows.server.ts";
import { matching, type Sources, searched } from "./search.server.ts";
import { behind, isByTime, orderBy, sortColumns } from "./sort.server.ts";

/**
 * A search of all orders: where its words occur, how many orders have the wanted states, and up to how many are
 * counted.
 */
export type Search = { sources: Sources; standing: number | undefined; most: number };

/**
 * Matches are rarely spread evenly: a walk may go this many times further, but never reads more than gathering would.
 */
export const REACH = 4;

/** If no more orders than this have the wanted states, all of them may be read. */
const FEW = 5000;

/** Whether all orders with the list's states may be read. */
export function areFew(standing: number | undefined): standing is number {
  return standing !== undefined && standing <= FEW;
}

/** Whether one side is completely known, for orders that may match partly by both. */
export const areNamed = ({ partly }: Sources) => partly.items.isAll || partly.buyers.isAll;

/**
 * The page of a search with its count, if one query finds both: by pairs of buyers and items, among few matches, or
 * each in its own way. If several ways are returned, each but the last may leave the page short.
 */
export async function readAtOnce(db: Db | Tx, filter: Filter & { q: string }, part: Part, search: Search) {
  const pairs = findPairs(filter, part, search);
  const few = pairs ? [among(pairs)] : findFew(filter, part, search);
  let page: Page | undefined;
  for (const met of few.length > 0 ? few : findBoth(filter, part, search)) {
    page = await selectCounted(db, met, part, search.most);
    if (page.length === part.rows) break;
  }
  // No row, no count.
  return page?.length === 0 && part.after ? undefined : page;
}

/** All matches of a search that should have no more than are counted. */
function findFew(filter: Filter & { q: string }, part: Part, { sources, standing, most }: Search): Met[] {
  const all = { ...part, rows: most + 1 };
  const { expected, gathered } = weigh(sources, filter, all);
  if (part.after || expected > most || (gathered === Number.POSITIVE_INFINITY && !areFew(standing))) return [];
  const found = areFew(standing) ? gatherFirst(filter, all) : gatherIds(sources, filter, all);
  return [among(sql`select array_agg(found.id) as ids, count(*) as counted from ${found} as found`)];
}

/** The ways to a page, each with the count. */
function findBoth(filter: Filter & { q: string }, part: Part, search: Search): Met[] {
  const counted = countAtOnce(filter, search);
  if (!counted || !areNamed(search.sources)) return [];
  if (areFew(search.standing)) return [{ rows: gatherFirst(filter, part, sql`orders.*`), counted }];
  const walked = walks(filter, part, search).map((rows) => ({ rows, counted }));
  const ids = gatherIds(search.sources, filter, part);
  return [...walked, among(sql`select array(${ids}) as ids, ${counted} as counted`)];
}

/** How many match, up to one more than `most`, if one query can tell. */
export function countAtOnce(filter: Filter & { q: string }, { sources, standing, most }: Search): SQL | undefined {
  const { items, buyers, partly } = sources;
  if (areFew(standing)) return upTo(sql`(select from ${orders} where ${matching(filter)} limit ${most + 1})`, most);
  if (isWhole(filter)) {
    if (Math.max(items.orders, buyers.orders) > most) return sql`${most + 1}::int`;
    if (buyers.count + partly.buyers.count + nameWays(filter.q, filter.sheets).length === 0)
      return sql`${items.orders}::int`;
  }
  const some: Part = { sort: "newest", rows: most + 1, after: undefined, isCount: true };
  const { walked, named } = weigh(sources, filter, some);
  const isWalked = standing !== undefined && walked < named;
  // Walking may take two steps, and so may looking up names.
  return isWalked || !areNamed(sources) ? undefined : upTo(gatherIds(sources, filter, some), most);
}

/** How many are found, up to one more than `most`. */
export function upTo(found: SQL, most: number): SQL {
  return sql`(select count(*) from (select from ${found} as met limit ${most + 1}) as found)`;
}

/**
 * Ways to a page by walking along the list, where that should find it sooner than gathering; each may leave it short.
 */
export function walks(filter: Filter, part: Part, { sources }: Search): SQL[] {
  const { walked, gathered } = weigh(sources, filter, part);
  const places = filter.standings?.length ?? 1;
  if (walked * places >= gathered) return [];
  const most = Math.min(REACH * walked, Math.ceil(gathered / places));
  return reaches(part, most, gathered).map((reach) => walk(filter, part, reach));
}

/**
 * How far to walk, at first and then further: with more names than were counted, there are more matches than expected.
 */
export function reaches({ rows }: Part, most: number, names: number): number[] {
  return names === Number.POSITIVE_INFINITY ? [Math.min(REACH * rows, most), most] : [most];
}

/** The matches among the next `reach` rows of the list. */
export function walk(filter: Filter, { isCount, ...part }: Part, reach: number): SQL {
  const { standings, placed } = filter;
  const isMerged = standings?.length !== 1 && canMerge(filter, part);
  const next = isMerged
    ? sql`${gatherFirst({ standings, placed }, { ...part, rows: reach }, columnsOf(part.sort))} as next
        cross join lateral (select * from ${orders} where ${orders.id} = next.id offset 0) as orders`
    : sql`(select * from ${orders} where ${and(traitsInPlace(filter), behind(part.sort, part.after))}
        order by ${orderBy(part.sort)} limit ${reach}) as orders`;
  // By the columns the walk is already sorted by, so that it ends when the page is full.
  const columns = sortColumns(part.sort).map(
    ({ name }) => sql`${sql.identifier(isMerged ? "next" : "orders")}.${sql.identifier(name)}`,
  );
  return sql`(select orders.* from ${next} where ${and(traits({ ...filter, isAnywhere: true }), searched(filter))}
    ${isCount ? sql`` : sql`order by ${orderBy(part.sort, columns)}`} limit ${part.rows})`;
}

/**
 * Whether the next orders at each place are soon found: the indexes by state have every sorting, but no days or sheets.
 */
export function canMerge({ standings, line: _, ...filter }: Filter, part: Part): boolean {
  return standings !== undefined && (isByTime(part.sort) || !hasOtherTraits(filter));
}

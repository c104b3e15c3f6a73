import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TrimFilter, TrimSort } from "#app/features/trims/contract.ts";
import { offered, shape } from "#app/features/trims/queries.server.ts";
import { trimOrders, trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import { matching } from "./filter.server.ts";
import {
  after,
  orderBy,
  type Place,
  readCursor,
  readMatchCursor,
  type Sort,
  sortColumn,
  toCursor,
  toMatchCursor,
} from "./list-sort.server.ts";
import { readSearch, type Search } from "./search.server.ts";

/** Matches of words or a stock are counted up to here. */
const COUNT_LIMIT = 1000;

type Wanted = TrimFilter & { sort?: TrimSort | undefined; limit: number; after: string | undefined };
type Row = Omit<Awaited<ReturnType<typeof listSorted>>[number], "counted">;
/** `isMore`: counting stopped at `total`. `without`: the typed words that were left out. */
export type TrimList = { rows: Row[]; total: number; isMore: boolean; without: readonly string[] };

/**
 * A page of the list: one row more than `limit` if there is one, the cursor of each row, and how many rows the list
 * has, which is counted only up to a limit if the filter has words or a stock.
 * @throws Refusal for a cursor that is not of this list.
 */
export async function listTrims(db: Db, { limit, after, sort, ...filter }: Wanted): Promise<TrimList> {
  const isRanked = Boolean(filter.q) && !sort;
  const [from, place] = isRanked ? [readMatchCursor(after)] : [undefined, readCursor(sort ?? "number", after)];
  const search = filter.q ? await readSearch(db, filter.q) : undefined;
  const where = matching(filter, search);
  const most = search || filter.inStock !== undefined ? COUNT_LIMIT : undefined;
  const page =
    search && isRanked
      ? listBest(db, { search, where, from, limit: limit + 1, most })
      : listSorted(db, { sort: sort ?? "number", where, place, limit: limit + 1, most });
  const { rows, total } = await withTotal(page, after, () => count(db, where, most));
  return { rows, ...upTo(most, total), without: total > 0 ? (search?.without ?? []) : [] };
}

/** The best matches for what is being typed; if there are none, the nearest trims and a total of 0. */
export async function suggestTrims(db: Db, q: string, limit: number): Promise<TrimList> {
  const search = await readSearch(db, q, { isTyping: true });
  const asked = { search, where: matching({}, search), from: undefined, limit, most: COUNT_LIMIT };
  const { rows, total } = await withTotal(listBest(db, asked), undefined, async () => 0);
  if (total > 0) return { rows, ...upTo(COUNT_LIMIT, total), without: search.without };
  for (const query of search.nearest) {
    const where = and(offered, sql`${trims.words} @@ ${query}::tsquery`);
    const nearest = await listSorted(db, { sort: "number", where, place: undefined, limit, most: 0 });
    if (nearest.length > 0) return { rows: nearest, total: 0, isMore: false, without: [] };
  }
  return { rows: [], total: 0, isMore: false, without: [] };
}

function upTo(most: number | undefined, total: number): { total: number; isMore: boolean } {
  return most !== undefined && total > most ? { total: most, isMore: true } : { total, isMore: false };
}

/** How many match, as a value of a query: at most one more than `most`. */
function counting(where: SQL | undefined, most: number | undefined) {
  const limit = most === undefined ? sql`` : sql`limit ${most + 1}`;
  return sql<number>`(select count(*)::int from (select from ${trims} where ${where} ${limit}) as matches)`;
}

async function count(db: Db, where: SQL | undefined, most: number | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select ${counting(where, most)} as total`);
  return rows[0]?.total ?? 0;
}

type Asked = { where: SQL | undefined; limit: number; most: number | undefined };

/** In an order, behind a place. */
async function listSorted(
  db: Db,
  { sort, where, place, limit, most }: Asked & { sort: Sort; place: Place | undefined },
) {
  const columns = { ...shape, place: sortColumn[sort], counted: counting(where, most) };
  const from = db.select(columns).from(trims).$dynamic();
  const rows = await (sort === "ordered" ? from.innerJoin(trimOrders, eq(trimOrders.trimId, trims.id)) : from)
    .where(and(where, after(sort, place)))
    .orderBy(orderBy(sort))
    .limit(limit);
  return rows.map(({ place: key, ...row }) => ({
    ...row,
    cursor: toCursor(sort, { key, number: row.number } as Place),
  }));
}

type Match = { tier: number; number: number };

/**
 * The best first, behind a match: tier after tier, each by article number. A tier is a part of the union with a limit of
 * its own; PostgreSQL reads the parts in their order, and none after the page is full.
 */
async function listBest(
  db: Db,
  { search, where, from, limit, most }: Asked & { search: Search; from: Match | undefined },
) {
  const tiers = tiersOf(search);
  const parts = tiers.flatMap((is, tier) => {
    if (from && tier < from.tier) return [];
    const better = tiers.slice(0, tier).map((other) => sql`(${other}) is not true`);
    const begin = from?.tier === tier ? sql`${trims.number} > ${from.number}` : undefined;
    return sql`(
      select ${trims.id}, ${trims.number} as at, ${sql.raw(String(tier))} as tier from ${trims}
      where ${and(where, is, ...better, begin)} order by ${trims.number} limit ${limit})`;
  });
  if (parts.length === 0) return [];
  const page = sql`(select * from (${sql.join(parts, sql` union all `)}) as parts limit ${limit}) as page`;
  const rows = await db
    .select({ ...shape, tier: sql<number>`page.tier`, counted: counting(where, most) })
    .from(trims)
    .innerJoin(page, sql`page.id = ${trims.id}`)
    .orderBy(sql`page.tier, page.at`);
  return rows.map(({ tier, ...row }) => ({ ...row, cursor: toMatchCursor(tier, row.number) }));
}

/**
 * Each way to match, the best first: by the number; with the named finish and all words in the name; all words in the
 * name; the same for name, line and facts; and anywhere.
 */
function tiersOf({ queries, finish, number }: Search): SQL[] {
  const within = (query: string) => {
    const isIn = sql`${trims.words} @@ ${query}::tsquery`;
    return finish ? [and(isIn, eq(trims.finish, finish)), isIn] : [isIn];
  };
  const tiers = queries ? [...within(queries.name), ...within(queries.facts)] : [];
  return [...(number ? [eq(trims.number, number)] : []), ...tiers, sql`true`].filter((tier) => tier !== undefined);
}

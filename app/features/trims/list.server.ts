import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { TrimFilter, TrimSort } from "./contract.ts";
import { countCombined, hasProperties, hasStock, inCombinations, inTier, matches } from "./filter.server.ts";
import {
  behind,
  orderBy,
  type Place,
  readCursor,
  readMatchCursor,
  type Sort,
  sortColumn,
  toCursor,
  toMatchCursor,
} from "./list-sort.server.ts";
import { byIndexes, type Fits, gather, gatherBest, lookNear, type Match, narrow, walk } from "./pick.server.ts";
import { offered, shape } from "./queries.server.ts";
import { readSearch, type Tier } from "./search.server.ts";
import { trimOrders, trims } from "./tables.server.ts";

/** So many trims an index gathers as quickly as others are found one after the other. */
const FEW = 1500;
/** Longer lists than those of a page are left to PostgreSQL. */
const LONGEST = 100;

type Wanted = TrimFilter & { sort?: TrimSort | undefined; limit: number; after: string | undefined };
type Row = Awaited<ReturnType<typeof listByNumber>>[number] & { cursor: string };
/** `isMore`: counting stopped at `total`. */
export type TrimList = { rows: Row[]; total: number; isMore: boolean };

/**
 * A page of the list: one row more than `limit` if there is one, the cursor of each row, and how many the list has, which
 * is counted only so far when words or the stock are asked for.
 * @throws Refusal for a cursor that is not of this list.
 */
export async function listTrims(db: Db, wanted: Wanted): Promise<TrimList> {
  const { q, limit, after, sort = "number" } = wanted;
  const isRanked = Boolean(q) && !wanted.sort;
  const [from, place] = isRanked ? [readMatchCursor(after)] : [undefined, readCursor(sort, after)];
  const [search, combined] = await Promise.all([q ? readSearch(db, q) : undefined, countCombined(db, wanted)]);
  const inStock = wanted.inStock ?? search?.inStock;
  if (combined === 0 || search?.isHopeless) return nothing;
  const chosen = { row: hasProperties(wanted, trims), index: inCombinations(wanted) };
  const page = { fits: narrow(chosen, hasStock(inStock), matches(search)), limit };
  const few = combined <= FEW;
  if (!search && !inStock) {
    return { rows: await listSorted(db, { ...page, few }, sort, place), total: combined, isMore: false };
  }
  const counted = { ...page, few: few && chosen.index !== undefined };
  if (search && isRanked) return listBest(db, counted, search.tiers, from);
  return listCounted(db, counted, sort, place);
}

const nothing: TrimList = { rows: [], total: 0, isMore: false };

/** The best matches for what is being typed; when there are none, the nearest trims and a total of 0. */
export async function suggestTrims(db: Db, q: string, limit: number): Promise<TrimList> {
  const search = await readSearch(db, q, { isTyping: true });
  const page = { limit: limit - 1, few: false };
  const fits = (condition: SQL | undefined) => ({ row: condition, index: condition });
  const best = search.isHopeless
    ? nothing
    : await listBest(db, { ...page, fits: fits(and(matches(search), hasStock(search.inStock))) }, search.tiers);
  if (best.rows.length > 0) return best;
  for (const query of search.nearer) {
    const { rows } = await listBest(db, { ...page, fits: fits(inTier({ query })) }, [{ query }]);
    if (rows.length > 0) return { ...nothing, rows };
  }
  return nothing;
}

/** `few`: an index gathers all that fit at once. */
type Page = { fits: Fits; limit: number; few: boolean };

/** The first trims that fit, behind `place`, and one more than `limit` if there is one. */
async function listSorted(db: Db, { fits, limit, few }: Page, sort: Sort, place: Place | undefined): Promise<Row[]> {
  const list = (condition: SQL | undefined, from: Db | Tx = db) =>
    listWhere(from, condition, { sort, limit: limit + 1 });
  if (fits.row === undefined || limit > LONGEST) return list(and(offered, fits.row, behind(sort, place)));
  const wanted = { fits, sort, place, limit: limit + 1 };
  if (few) return list(sql`${trims.number} = any(${gather(wanted)})`);
  const near = await list(sql`${trims.number} = any(${walk(wanted)})`);
  if (near.length > limit) return near;
  return byIndexes(db, (tx) => list(sql`${trims.number} = any(${gather(wanted)})`, tx));
}

/** The same, with a count: for words and stocks, of which no table says how many trims have them. */
async function listCounted(db: Db, page: Page, sort: Sort, place: Place | undefined): Promise<TrimList> {
  const { fits, limit, few } = page;
  const near = few ? undefined : await lookNear(db, fits, sql`0`);
  if (near?.isWhole) return listKnown(near.found);
  if (near && near.found.length > limit) {
    return { rows: await listSorted(db, page, sort, place), total: near.found.length - 1, isMore: true };
  }
  const all = { tier: sql`0`, limit: FEW };
  const { found, total } = few
    ? await gatherBest(db, fits, all)
    : await byIndexes(db, (tx) => gatherBest(tx, fits, all));
  return total <= FEW ? listKnown(found) : { rows: await listSorted(db, page, sort, place), total, isMore: false };

  async function listKnown(known: readonly Match[]): Promise<TrimList> {
    const rows = await listWhere(db, and(isAmong(known), behind(sort, place)), { sort, limit: limit + 1 });
    return { rows, total: known.length, isMore: false };
  }
}

/** Those that match best, tier after tier, each by article number. */
async function listBest(db: Db, page: Page, tiers: readonly Tier[], from?: Match): Promise<TrimList> {
  const { fits, limit, few } = page;
  const tier = rank(tiers);
  const near = few ? undefined : await lookNear(db, fits, tier);
  if (near) {
    const next = near.found.filter((match) => isBehind(match, from)).slice(0, limit + 1);
    // Whatever else matches comes behind the first of the best tier, and behind the one trim of that number.
    const best = from?.tier ?? (tiers[0]?.isOne && next[0]?.tier === 0 ? 1 : 0);
    if (near.isWhole) return { rows: await listMatches(db, next), total: near.found.length, isMore: false };
    const isSure = next.length > limit && (next[limit]?.tier ?? 0) <= best;
    const rows = isSure ? await listMatches(db, next) : from ? await listDeeper(db, page, tier, from) : [];
    if (rows.length > limit) return { rows, total: Math.max(near.found.length, rows.length) - 1, isMore: true };
  }
  const asked = { tier, limit: limit + 1, from };
  const { found, total } = few
    ? await gatherBest(db, fits, asked)
    : await byIndexes(db, (tx) => gatherBest(tx, fits, asked));
  return { rows: await listMatches(db, found), total, isMore: false };
}

/** More of the same tier, far down the list: only if they fill a page with the next few. */
async function listDeeper(db: Db, { fits, limit }: Page, tier: SQL, from: Match): Promise<Row[]> {
  const asked = { sort: "number", limit: limit + 1 } as const;
  const place = { key: from.number, number: from.number };
  const near = walk({ ...asked, fits: narrow(fits, sql`${tier} = ${from.tier}`), place });
  const rows = await listWhere(db, sql`${trims.number} = any(${near})`, asked);
  return rows.map((row) => ({ ...row, cursor: toMatchCursor(from.tier, row.number) }));
}

function isBehind({ tier, number }: Match, from: Match | undefined): boolean {
  return !from || tier > from.tier || (tier === from.tier && number > from.number);
}

/** The tier of a match. */
function rank(tiers: readonly Tier[]): SQL {
  const cases = tiers.map((tier, at) => sql`when ${inTier(tier)} then ${sql.raw(String(at))}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

async function listWhere(db: Db | Tx, condition: SQL | undefined, { sort, limit }: { sort: Sort; limit: number }) {
  const columns = { ...shape, place: sortColumn[sort] };
  const from = db.select(columns).from(trims).$dynamic();
  const rows = await (sort === "ordered" ? from.innerJoin(trimOrders, eq(trimOrders.trimId, trims.id)) : from)
    .where(condition)
    .orderBy(orderBy(sort))
    .limit(limit);
  return rows.map((row) => ({ ...row, cursor: toCursor(sort, { key: row.place, number: row.number } as Place) }));
}

/** These trims, in this order. */
async function listMatches(db: Db, found: readonly Match[]): Promise<Row[]> {
  const byNumber = new Map((await listByNumber(db, found)).map((row) => [row.number, row]));
  return found.flatMap(({ tier, number }) => {
    const row = byNumber.get(number);
    return row ? [{ ...row, cursor: toMatchCursor(tier, number) }] : [];
  });
}

function listByNumber(db: Db, found: readonly Match[]) {
  return db.select(shape).from(trims).where(isAmong(found));
}

/** One parameter, however many they are. */
function isAmong(found: readonly Match[]): SQL {
  return sql`${trims.number} = any(${`{${found.map(({ number }) => number).join(",")}}`}::int[])`;
}

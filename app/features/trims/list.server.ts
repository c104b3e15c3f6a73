import { and, count, eq, inArray, not, or, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import type { TrimFilter, TrimSort } from "./contract.ts";
import { findCombinations, findHighestNumber, hasChoice, hasStock, inTier, matches } from "./filter.server.ts";
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
import { byIndexes, pickNumbers, WALK } from "./pick.server.ts";
import { offered, shape } from "./queries.server.ts";
import { readSearch, type Tier } from "./search.server.ts";
import { trimOrders, trims } from "./tables.server.ts";

/** Matches are counted up to this number: higher counts help nobody, and no count may read the whole catalogue. */
export const COUNT_LIMIT = 250;

type Wanted = TrimFilter & { sort?: TrimSort | undefined; limit: number; after: string | undefined };

/**
 * A page of the list: one row more than `limit` if there is one, the cursor of each row, and how many the list has,
 * counted to COUNT_LIMIT + 1 when words or the stock are asked for.
 * @throws Refusal for a cursor that is not of this list.
 */
export async function listTrims(db: Db, wanted: Wanted) {
  const { limit, after, sort } = wanted;
  const place = wanted.q && !sort ? readMatchCursor(after) : undefined;
  const isCounted = Boolean(wanted.q) || wanted.inStock !== undefined;
  const [search, chosen, all] = await Promise.all([
    wanted.q ? readSearch(db, wanted.q) : undefined,
    hasChoice(wanted) || !isCounted ? findCombinations(db, wanted) : undefined,
    hasChoice(wanted) || isCounted ? findHighestNumber(db) : 0,
  ]);
  const inStock = wanted.inStock ?? search?.inStock;
  const fits = and(offered, hasChoice(wanted) ? chosen?.condition : undefined, hasStock(inStock));
  const wants = and(fits, matches(search));
  const [total, rows] = await Promise.all([
    search || inStock ? countUpToLimit(db, wants, search ? all : 0) : (chosen?.trims ?? 0),
    search && !sort
      ? listMatches(db, search.tiers, { fits, limit, all }, place)
      : listSorted(db, { fits: wants, limit, all }, { sort: sort ?? "number", after }),
  ]);
  return { total, rows };
}

/** The best matches for what is being typed; when there are none, the nearest trims and a total of 0. */
export async function suggestTrims(db: Db, q: string, limit: number) {
  const [search, all] = await Promise.all([readSearch(db, q, { isTyping: true }), findHighestNumber(db)]);
  const fits = and(offered, hasStock(search.inStock));
  const page = { fits, limit: limit - 1, all };
  const [rows, total] = await Promise.all([
    listMatches(db, search.tiers, page),
    countUpToLimit(db, and(fits, matches(search)), all),
  ]);
  if (rows.length > 0) return { rows, total };
  for (const query of search.nearer) {
    const nearest = await listMatches(db, [{ query }], { ...page, fits: offered });
    if (nearest.length > 0) return { rows: nearest, total: 0 };
  }
  return { rows: [], total: 0 };
}

/** `all`: about how many trims there are. */
type Page = { fits: SQL | undefined; limit: number; all: number };

/** Longer lists than those of a page are left to PostgreSQL. */
const MOST_PICKED = 100;

/** The first trims that fit, behind `place`, and one more than `limit` if there is one. */
async function listFirst(
  db: Db,
  { fits, limit, all }: Page,
  { sort, place }: { sort: Sort; place: Place | undefined },
) {
  const isShort = all <= WALK || limit > MOST_PICKED || fits === undefined;
  const picked = isShort ? undefined : await pickNumbers(db, { fits, sort, place, limit: limit + 1 });
  if (picked?.length === 0) return [];
  const columns = { ...shape, place: sortColumn[sort] };
  const from = sort === "ordered" ? fromPopular(db, columns) : db.select(columns).from(trims);
  return from
    .where(picked ? inArray(trims.number, picked) : and(fits, behind(sort, place)))
    .orderBy(orderBy(sort))
    .limit(limit + 1);
}

async function listSorted(db: Db, page: Page, { sort, after }: { sort: Sort; after: string | undefined }) {
  const rows = await listFirst(db, page, { sort, place: readCursor(sort, after) });
  return rows.map((row) => ({ ...row, cursor: toCursor(sort, { key: row.place, number: row.number } as Place) }));
}

function fromPopular<Columns extends typeof shape & { place: (typeof sortColumn)[Sort] }>(db: Db, columns: Columns) {
  return db.select(columns).from(trims).innerJoin(trimOrders, eq(trimOrders.trimId, trims.id));
}

/** Tier after tier, each by article number, until there are enough. */
async function listMatches(
  db: Db,
  tiers: readonly Tier[],
  { fits, limit, all }: Page,
  from?: { tier: number; number: number } | undefined,
) {
  const found = [];
  const conditions = tiers.map((tier) => inTier(tier));
  for (let tier = from?.tier ?? 0; tier < conditions.length && found.length <= limit; tier++) {
    const better = conditions.slice(0, tier);
    const inThis = and(fits, conditions[tier], better.length > 0 ? not(or(...better) as SQL) : undefined);
    const place = tier === from?.tier ? { key: 0, number: from.number } : undefined;
    const rows = await listFirst(db, { fits: inThis, limit: limit - found.length, all }, { sort: "number", place });
    found.push(...rows.map((row) => ({ ...row, cursor: toMatchCursor(tier, row.number) })));
  }
  return found;
}

/** Among many trims, words are counted by their index: in the order of another, all might be read in vain. */
async function countUpToLimit(db: Db, condition: SQL | undefined, all: number): Promise<number> {
  const columns = { number: trims.number };
  if (all > WALK) {
    return byIndexes(db, async (tx) => {
      const found = tx
        .select(columns)
        .from(trims)
        .where(condition)
        .limit(COUNT_LIMIT + 1)
        .as("found");
      return (await tx.select({ total: count() }).from(found))[0]?.total ?? 0;
    });
  }
  const found = db
    .select(columns)
    .from(trims)
    .where(condition)
    .orderBy(trims.number)
    .limit(COUNT_LIMIT + 1)
    .as("found");
  return (await db.select({ total: count() }).from(found))[0]?.total ?? 0;
}

import { and, count, eq, gt, not, or, type SQL } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { TrimFilter, TrimSort } from "./contract.ts";
import { findCombinations, hasChoice, hasStock, inTier, matches } from "./filter.server.ts";
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
import { offered, shape } from "./queries.server.ts";
import { readSearch, type Tier } from "./search.server.ts";
import { trimOrders, trims } from "./tables.server.ts";

/** Matches are counted up to this number: higher counts help nobody, and no count may read the whole catalogue. */
export const COUNT_LIMIT = 1000;

type Wanted = TrimFilter & { sort?: TrimSort | undefined; limit: number; after: string | undefined };

/**
 * A page of the list: one row more than `limit` if there is one, the cursor of each row, and how many the list has,
 * counted to COUNT_LIMIT + 1 when words or the stock are asked for.
 * @throws Refusal for a cursor that is not of this list.
 */
export async function listTrims(db: Db | Tx, wanted: Wanted) {
  const { limit, after, sort } = wanted;
  const place = wanted.q && !sort ? readMatchCursor(after) : undefined;
  const [search, chosen] = await Promise.all([
    wanted.q ? readSearch(db, wanted.q) : undefined,
    hasChoice(wanted) || !wanted.q ? findCombinations(db, wanted) : undefined,
  ]);
  const inStock = wanted.inStock ?? search?.inStock;
  const fits = and(offered, hasChoice(wanted) ? chosen?.condition : undefined, hasStock(inStock));
  const wants = and(fits, matches(search));
  const [total, rows] = await Promise.all([
    search || inStock ? countUpToLimit(db, wants) : (chosen?.trims ?? 0),
    search && !sort
      ? listMatches(db, search.tiers, { fits, limit, place })
      : listSorted(db, { fits: wants, sort: sort ?? "number", limit, after }),
  ]);
  return { total, rows };
}

/** The best matches for what is being typed; when there are none, the nearest trims and a total of 0. */
export async function suggestTrims(db: Db | Tx, q: string, limit: number) {
  const search = await readSearch(db, q, { isTyping: true });
  const fits = and(offered, hasStock(search.inStock));
  const [rows, total] = await Promise.all([
    listMatches(db, search.tiers, { fits, limit: limit - 1, place: undefined }),
    countUpToLimit(db, and(fits, matches(search))),
  ]);
  if (rows.length > 0) return { rows, total };
  for (const query of search.nearer) {
    const nearest = await listMatches(db, [{ query }], { fits: offered, limit: limit - 1, place: undefined });
    if (nearest.length > 0) return { rows: nearest, total: 0 };
  }
  return { rows: [], total: 0 };
}

type Page = { fits: SQL | undefined; limit: number };

async function listSorted(db: Db | Tx, { fits, limit, sort, after }: Page & { sort: Sort; after: string | undefined }) {
  const place = readCursor(sort, after);
  const columns = { ...shape, place: sortColumn[sort] };
  const from = sort === "ordered" ? fromPopular(db, columns) : db.select(columns).from(trims);
  const rows = await from
    .where(and(fits, behind(sort, place)))
    .orderBy(orderBy(sort))
    .limit(limit + 1);
  return rows.map((row) => ({ ...row, cursor: toCursor(sort, { key: row.place, number: row.number } as Place) }));
}

function fromPopular<Columns extends typeof shape & { place: (typeof sortColumn)[Sort] }>(
  db: Db | Tx,
  columns: Columns,
) {
  return db.select(columns).from(trims).innerJoin(trimOrders, eq(trimOrders.trimId, trims.id));
}

/** Tier after tier, each by article number, until there are enough. */
async function listMatches(
  db: Db | Tx,
  tiers: readonly Tier[],
  { fits, limit, place }: Page & { place: { tier: number; number: number } | undefined },
) {
  const found = [];
  const conditions = tiers.map((tier) => inTier(tier));
  for (let tier = place?.tier ?? 0; tier < conditions.length && found.length <= limit; tier++) {
    const better = conditions.slice(0, tier).filter((condition) => condition !== undefined);
    const rows = await db
      .select(shape)
      .from(trims)
      .where(
        and(
          fits,
          conditions[tier],
          better.length > 0 ? not(or(...better) as SQL) : undefined,
          tier === place?.tier ? gt(trims.number, place.number) : undefined,
        ),
      )
      .orderBy(trims.number)
      .limit(limit + 1 - found.length);
    found.push(...rows.map((row) => ({ ...row, cursor: toMatchCursor(tier, row.number) })));
  }
  return found;
}

async function countUpToLimit(db: Db | Tx, condition: SQL | undefined): Promise<number> {
  const columns = { number: trims.number };
  const found = db
    .select(columns)
    .from(trims)
    .where(condition)
    .orderBy(trims.number)
    .limit(COUNT_LIMIT + 1)
    .as("found");
  const [row] = await db.select({ total: count() }).from(found);
  return row?.total ?? 0;
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TrimFilter, TrimSort } from "#app/features/trims/contract.ts";
import { foldShares } from "#app/features/trims/order-shares.server.ts";
import { offered, shape } from "#app/features/trims/queries.server.ts";
import { trimOrders, trims } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import { findStockBits, type Match } from "./bits.server.ts";
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
import { countOffered, offeredTotal, pickTrims } from "./pick.server.ts";
import { readSearch } from "./search.server.ts";
import { readSearchText } from "./search-text.ts";

type Wanted = TrimFilter & { sort?: TrimSort | undefined; limit: number; after: string | undefined };
type Row = Awaited<ReturnType<typeof listByNumber>>[number] & { cursor: string };
/** `isMore`: counting stopped at `total`. */
export type TrimList = { rows: Row[]; total: number; isMore: boolean };

/**
 * A page of the list: one row more than `limit` if there is one, the cursor of each row, and how many rows the list
 * has, which is counted only up to a limit if the filter has words or a stock.
 * @throws Refusal for a cursor that is not of this list.
 */
export async function listTrims(db: Db, wanted: Wanted): Promise<TrimList> {
  const { q, limit, after, sort = "number", ...filter } = wanted;
  if (sort === "ordered") await foldShares(db);
  const isRanked = Boolean(q) && !wanted.sort;
  const [from, place] = isRanked ? [readMatchCursor(after)] : [undefined, readCursor(sort, after)];
  const inStock = wanted.inStock ?? (q ? readSearchText(q).inStock : undefined);
  if (!q && !inStock && !hasProperties(filter)) {
    const page = listWhere(db, and(offered, behind(sort, place)), { sort, limit, counted: offeredTotal });
    return { ...(await withTotal(page, after, () => countOffered(db))), isMore: false };
  }
  const [search, stock] = await Promise.all([q ? readSearch(db, q) : undefined, findStockBits(db, inStock)]);
  if (search?.isHopeless) return nothing;
  const asked = { filter, inStock, stock, limit: limit + 1 };
  if (search && isRanked) return listBest(db, { ...asked, tiers: search.tiers }, from);
  const order = sort === "number" ? { from: place && { tier: 0, number: place.number } } : { sort, place };
  const { found, ...counted } = await pickTrims(db, { ...asked, tiers: search?.tiers.slice(-1) ?? [], order });
  return { ...counted, rows: found.length > 0 ? await listWhere(db, isAmong(found), { sort, limit }) : [] };
}

const nothing: TrimList = { rows: [], total: 0, isMore: false };

function hasProperties({ line, finish, colour, material, certificate }: TrimFilter): boolean {
  return [line, finish, colour, material, certificate].some(Boolean);
}

/** The best matches for what is being typed; if there are none, the nearest trims and a total of 0. */
export async function suggestTrims(db: Db, q: string, limit: number): Promise<TrimList> {
  const { inStock } = readSearchText(q);
  const [search, stock] = await Promise.all([readSearch(db, q, { isTyping: true }), findStockBits(db, inStock)]);
  const asked = { filter: {}, limit };
  const best = search.isHopeless ? nothing : await listBest(db, { ...asked, tiers: search.tiers, inStock, stock });
  if (best.rows.length > 0) return best;
  for (const tier of search.nearer) {
    const { rows } = await listBest(db, { ...asked, tiers: [tier], inStock: undefined, stock: undefined });
    if (rows.length > 0) return { ...nothing, rows };
  }
  return nothing;
}

type Asked = Omit<Parameters<typeof pickTrims>[1], "order">;

/** Those that match best, tier after tier, each by article number. */
async function listBest(db: Db, asked: Asked, from?: Match): Promise<TrimList> {
  const { found, ...counted } = await pickTrims(db, { ...asked, order: { from } });
  return { ...counted, rows: found.length > 0 ? await listMatches(db, found) : [] };
}

type Page = { sort?: Sort | undefined; limit: number; counted?: SQL<number> };

/** One row more than `limit`, if there is one, each with how many were `counted`. */
async function listWhere(db: Db, condition: SQL | undefined, { sort = "number", limit, counted = sql`0` }: Page) {
  const columns = { ...shape, place: sortColumn[sort], counted };
  const from = db.select(columns).from(trims).$dynamic();
  const rows = await (sort === "ordered" ? from.innerJoin(trimOrders, eq(trimOrders.trimId, trims.id)) : from)
    .where(condition)
    .orderBy(orderBy(sort))
    .limit(limit + 1);
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
  return readByNumber(db, { numbers: toArray(found) });
}

const readByNumber = prepared("trims_by_number", (db) =>
  db
    .select(shape)
    .from(trims)
    .where(sql`${trims.number} = any(${sql.placeholder("numbers")}::int[])`),
);

/** One parameter, however many they are. */
function isAmong(found: readonly Match[]): SQL {
  return sql`${trims.number} = any(${toArray(found)}::int[])`;
}

function toArray(found: readonly Match[]): string {
  return `{${found.map(({ number }) => number).join(",")}}`;
}

import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { OrderSort } from "./contract.ts";
import {
  countAll,
  type Filter,
  gathering,
  isFarMore,
  lookAhead,
  matching,
  meetsSoon,
  type Outlook,
  ofPerson,
  searched,
} from "./search.server.ts";
import { orders } from "./tables.server.ts";

/** Searches are counted up to here: a person does not tell more apart, and no count may read a million rows. */
export const COUNT_LIMIT = 1000;

/** The columns a list is sorted by. The id stands behind each, so that no two rows share a place. */
const sorts = {
  newest: { column: orders.id, down: true },
  oldest: { column: orders.id, down: false },
  email: { column: orders.email, down: false },
  "-email": { column: orders.email, down: true },
  item: { column: orders.productName, down: false },
  "-item": { column: orders.productName, down: true },
  quantity: { column: orders.orderQuantity, down: false },
  "-quantity": { column: orders.orderQuantity, down: true },
} as const satisfies Record<OrderSort, unknown>;

/** A place in a sorted list: what stood in the column, and which order it was. The order itself may be gone by now. */
export type Place = { key: string | number; id: string };

const shape = {
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
};

type Page = { sort: OrderSort; limit: number; after: Place | undefined };

/**
 * One row more than `limit` where there is one, in the order of `sort`, behind the place `after`. A search walks a part of
 * the list, where that should do; else it gathers all matches by the index of words, and sorts them. Left to its own
 * choice, PostgreSQL walks the whole table for a rare word, too.
 */
export async function listOrders(db: Db | Tx, filter: Filter, page: Page) {
  if (filter.q === undefined) return walk(db, filter, page, page.limit + 1);
  const outlook = await lookAhead(db, filter);
  if (meetsSoon(outlook, page.limit)) {
    const met = await walk(db, filter, page, reachOf(outlook, page.limit));
    if (met.length > page.limit) return met;
  }
  return gather(db, filter, page, outlook);
}

/** What stands among the next `reach` rows of the list. */
async function walk(db: Db | Tx, filter: Filter, { sort, limit, after }: Page, reach: number) {
  const order = columnsOf(sort).map(sorts[sort].down ? desc : asc);
  const next = db
    .select()
    .from(orders)
    .where(and(ofPerson(filter), after && behind(sort, after)));
  const part = next
    .orderBy(...order)
    .limit(reach)
    .as("orders");
  const met = db.select(shape).from(part).leftJoin(trims, eq(trims.id, orders.trimId)).where(searched(filter));
  return met.orderBy(...order).limit(limit + 1);
}

async function gather(db: Db | Tx, filter: Filter, { sort, limit, after }: Page, outlook: Outlook) {
  const order = columnsOf(sort)
    .map(gathered)
    .map(sorts[sort].down ? desc : asc);
  const all = db.select(shape).from(orders).leftJoin(trims, eq(trims.id, orders.trimId));
  const found = all.where(and(gathering(filter, outlook), after && behind(sort, after)));
  return found.orderBy(...order).limit(limit + 1);
}

/** Far enough for matches that are spread evenly; where they are not, at most half of what gathering them reads. */
function reachOf({ expected, total }: Outlook, limit: number): number {
  return Math.ceil(Math.max((4 * limit * total) / expected, expected / 2));
}

function columnsOf(sort: OrderSort) {
  const { column } = sorts[sort];
  return column === orders.id ? [orders.id] : [column, orders.id];
}

type Listed = Awaited<ReturnType<typeof listOrders>>[number];

/** How many orders the filter finds: exactly without a search, up to one more than COUNT_LIMIT with one. */
export async function countOrders(db: Db | Tx, filter: Filter): Promise<number> {
  if (filter.q !== undefined) return countFound(db, filter);
  return filter.userId === undefined ? countAll(db) : db.$count(orders, matching(filter));
}

async function countFound(db: Db | Tx, filter: Filter): Promise<number> {
  const outlook = await lookAhead(db, filter);
  if (isFarMore(outlook, COUNT_LIMIT)) return COUNT_LIMIT + 1;
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(gathering(filter, outlook))
    .orderBy(gathered(orders.id))
    .limit(COUNT_LIMIT + 1);
  const [row] = await db.select({ total: count() }).from(found.as("found"));
  return row?.total ?? 0;
}

/** The same value, but not what an index is sorted by: so the matches are gathered first, by the index of words. */
function gathered(column: AnyPgColumn): SQL {
  return sql`coalesce(${column}, ${column})`;
}

/** What the `Link` header carries to find the way on. By time the id says it all. */
export function cursorOf(sort: OrderSort, row: Listed): string {
  const { column } = sorts[sort];
  if (column === orders.id) return row._id;
  const key = column === orders.email ? row.email : column === orders.productName ? row.productName : row.orderQuantity;
  return Buffer.from(JSON.stringify([sort, key, row._id])).toString("base64url");
}

/** The place a cursor of ours names. @throws Refusal for anything else. */
export function readCursor(sort: OrderSort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const { column } = sorts[sort];
  if (column === orders.id) return { key: "", id: id.safeParse(cursor).data ?? refuseCursor() };
  const key = column === orders.orderQuantity ? z.int().min(0).max(MAX_INTEGER) : z.string().refine(isPlainText);
  const read = z.tuple([z.literal(sort), key, id]).safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (!read.success) refuseCursor();
  return { key: read.data[1], id: read.data[2] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuseCursor(): never {
  refuse("invalid-input", "after: take it from the Link header", [{ field: "after", message: "unknown" }]);
}

function behind(sort: OrderSort, { key, id: last }: Place): SQL {
  const { column, down } = sorts[sort];
  const [before, than] =
    column === orders.id ? [orders.id, sql`${last}`] : [sql`(${column}, ${orders.id})`, sql`(${key}, ${last})`];
  return down ? sql`${before} < ${than}` : sql`${before} > ${than}`;
}

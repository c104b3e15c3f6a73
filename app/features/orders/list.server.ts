import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesWords } from "#app/platform/db/columns.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { OrderSort } from "./contract.ts";
import { orderCounts, orders } from "./tables.server.ts";

/** Which orders: those of one person or of all, and what is searched for. */
export type Filter = { userId?: string; q?: string | undefined };

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

/** One row more than `limit` where there is one, in the order of `sort`, behind the place `after`. */
export async function listOrders(db: Db | Tx, filter: Filter, { sort, limit, after }: Page) {
  const { column, down } = sorts[sort];
  const walks = filter.q === undefined || (await meetsSoon(db, filter, limit));
  const columns = column === orders.id ? [orders.id] : [column, orders.id];
  const sorted = walks ? columns : columns.map(gathered);
  return db
    .select(shape)
    .from(orders)
    .leftJoin(trims, eq(trims.id, orders.trimId))
    .where(and(matching(filter), after && behind(sort, after)))
    .orderBy(...sorted.map(down ? desc : asc))
    .limit(limit + 1);
}

type Listed = Awaited<ReturnType<typeof listOrders>>[number];

/** How many orders the filter finds: exactly without a search, up to one more than COUNT_LIMIT with one. */
export async function countOrders(db: Db | Tx, filter: Filter): Promise<number> {
  if (filter.q !== undefined) return countFound(db, filter);
  return filter.userId === undefined ? countAll(db) : db.$count(orders, matching(filter));
}

async function countAll(db: Db | Tx): Promise<number> {
  const total = sql`coalesce(sum(${orderCounts.count}), 0)`.mapWith(Number);
  const [row] = await db.select({ total }).from(orderCounts);
  return row?.total ?? 0;
}

async function countFound(db: Db | Tx, filter: Filter): Promise<number> {
  if (await areTooMany(db, filter)) return COUNT_LIMIT + 1;
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(matching(filter))
    .orderBy(gathered(orders.id))
    .limit(COUNT_LIMIT + 1);
  const [row] = await db.select({ total: count() }).from(found.as("found"));
  return row?.total ?? 0;
}

/** PostgreSQL takes a rare word for one in two hundred rows: below this part of all, its estimate says nothing. */
const KNOWN_PART = 0.01;

/** How many orders PostgreSQL expects the filter to find, from what it knows of frequent words, and how many there are. */
async function estimate(db: Db | Tx, filter: Filter): Promise<{ expected: number; total: number }> {
  const [{ rows }, total] = await Promise.all([
    db.execute<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
      sql`explain (format json) select from ${orders} where ${matching(filter)}`,
    ),
    countAll(db),
  ]);
  return { expected: rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0, total };
}

/**
 * Whether walking the list in its order meets `limit` matches sooner than gathering all of them would take. Left to its
 * own choice, PostgreSQL hopes for that with rare words too, and walks the whole table.
 */
async function meetsSoon(db: Db | Tx, filter: Filter, limit: number): Promise<boolean> {
  const { expected, total } = await estimate(db, filter);
  return expected > Math.max(Math.sqrt(limit * total), total * KNOWN_PART);
}

/** Whether there are far more than COUNT_LIMIT: no need to count them. */
async function areTooMany(db: Db | Tx, filter: Filter): Promise<boolean> {
  const { expected, total } = await estimate(db, filter);
  return expected > Math.max(3 * COUNT_LIMIT, total * KNOWN_PART);
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
  const key = column === orders.orderQuantity ? z.int() : z.string();
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

const MAX_NUMBER = 2_147_483_647;

function matching({ userId, q }: Filter): SQL | undefined {
  return and(
    userId === undefined ? undefined : eq(orders.userId, userId),
    q === undefined ? undefined : matchingSearch(q),
  );
}

/** By words of buyer and item, by the number as it is written, or by how the id begins. */
function matchingSearch(q: string): SQL {
  const number = /^(?:no\.?|#)?\s*0*([1-9][0-9]{0,9})$/i.exec(q)?.[1];
  const digits = /^[0-9a-f-]{8,36}$/i.test(q) ? q.toLowerCase().replaceAll("-", "") : "";
  const ways = [
    matchesWords(orders.words, q),
    ...(number && Number(number) <= MAX_NUMBER ? [eq(orders.number, Number(number))] : []),
    ...(digits.length >= 8 && digits.length <= 32
      ? [sql`${orders.id} between ${digits.padEnd(32, "0")}::uuid and ${digits.padEnd(32, "f")}::uuid`]
      : []),
  ];
  return sql`(${sql.join(ways, sql` or `)})`;
}

import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { TrimSort } from "#app/features/trims/contract.ts";
import { trimOrders, trims } from "#app/features/trims/tables.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { decodeCursor, encodeCursor, refuseCursor } from "#app/platform/http/pagination.server.ts";

/** By article number unless another order is asked for. */
export type Sort = TrimSort | "number";

const key = {
  // PostgreSQL knows no year 0.
  newest: z.iso.datetime().refine((moment) => moment >= "0001"),
  price: z.string().regex(/^[0-9]{1,8}\.[0-9]{4}$/),
  "-price": z.string().regex(/^[0-9]{1,8}\.[0-9]{4}$/),
  ordered: z.int().min(0).max(MAX_INTEGER),
};
const number = z.coerce.number().int().positive().max(MAX_INTEGER);

/** A place in a list: the key of its order, and the article number, which breaks ties. */
export type Place = { key: string | number; number: number };

/** The column that a list is sorted by; the number for its own order. */
export const sortColumn = {
  number: trims.number,
  newest: trims.createdAt,
  price: trims.price,
  "-price": trims.price,
  ordered: trimOrders.orders,
} as const satisfies Record<Sort, unknown>;

/** The `order by` clause. Each order has an index. */
export function orderBy(sort: Sort): SQL {
  const column = sortColumn[sort];
  if (sort === "number") return sql`${column}`;
  if (sort === "price") return sql`${column}, ${trims.number}`;
  if (sort === "-price") return sql`${column} desc, ${trims.number} desc`;
  return sql`${column} desc, ${sort === "ordered" ? trimOrders.number : trims.number}`;
}

/** The rows behind a place. The first half of the last condition is for the index. */
export function behind(sort: Sort, place: Place | undefined): SQL | undefined {
  if (!place) return undefined;
  const column = sortColumn[sort];
  if (sort === "number") return sql`${column} > ${place.number}`;
  if (sort === "price") return sql`(${column}, ${trims.number}) > (${place.key}, ${place.number})`;
  if (sort === "-price") return sql`(${column}, ${trims.number}) < (${place.key}, ${place.number})`;
  const tie = sort === "ordered" ? trimOrders.number : trims.number;
  return sql`${column} <= ${place.key} and (${column} < ${place.key} or ${tie} > ${place.number})`;
}

/** The position in the `Link` header. */
export function toCursor(sort: Sort, place: Place): string {
  if (sort === "number") return String(place.number);
  return encodeCursor([sort, place.key, place.number]);
}

/** @throws Refusal for anything but one of our cursors for this order. */
export function readCursor(sort: Sort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  if (sort === "number") {
    const read = number.safeParse(cursor);
    return read.success ? { key: read.data, number: read.data } : refuseCursor();
  }
  const [, value, at] = decodeCursor(z.tuple([z.literal(sort), key[sort], z.int().min(1).max(MAX_INTEGER)]), cursor);
  return { key: value, number: at };
}

const match = z.tuple([z.literal("match"), z.int().min(0).max(9), z.int().min(1).max(MAX_INTEGER)]);

/** The position among matches, the best first: its tier and article number. */
export function toMatchCursor(tier: number, number: number): string {
  return encodeCursor(["match", tier, number]);
}

/** @throws Refusal for anything else. */
export function readMatchCursor(cursor: string | undefined): { tier: number; number: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, tier, at] = decodeCursor(match, cursor);
  return { tier, number: at };
}

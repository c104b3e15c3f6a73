import type { SQL } from "drizzle-orm";
import { z } from "zod";
import type { TrimSort } from "#app/features/trims/contract.ts";
import { trimOrders, trims } from "#app/features/trims/tables.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
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

/** The columns of each order. The number breaks ties. Each has an index. */
const keysets: Record<Sort, Keyset> = {
  number: [{ column: trims.number }],
  newest: [{ column: trims.createdAt, isDown: true }, { column: trims.number }],
  price: [{ column: trims.price }, { column: trims.number }],
  "-price": [
    { column: trims.price, isDown: true },
    { column: trims.number, isDown: true },
  ],
  ordered: [{ column: trimOrders.orders, isDown: true }, { column: trimOrders.number }],
};

/** The `order by` clause. */
export function orderBy(sort: Sort): SQL {
  return orderByKeyset(keysets[sort]);
}

/** The rows after a place; all rows without one. */
export function after(sort: Sort, place: Place | undefined): SQL | undefined {
  return afterKeyset(keysets[sort], place && (sort === "number" ? [place.number] : [place.key, place.number]));
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

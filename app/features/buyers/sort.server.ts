import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import { type buyers, customers } from "#app/features/orders/sums/tables.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { decodeCursor, encodeCursor } from "#app/platform/http/pagination.server.ts";
import type { Buyer, BuyerSort } from "./contract.ts";

const count = z.int().min(0);
const sum = z.string().regex(/^-?[0-9]{1,28}\.[0-9]{2}$/);

type Row = Omit<Buyer, "email">;

/** The day of the last order for a company that has none. */
const NEVER = "1900-01-01";

/** The column of each sorting, its value in a row, and what a cursor may say it is. The id breaks ties. */
const columns = {
  name: { column: "name", read: ({ name }: Row) => name, key: z.string().refine(isPlainText) },
  orders: { column: "orders", read: ({ orders }: Row) => orders, key: count },
  pieces: { column: "pieces", read: ({ pieces }: Row) => pieces, key: count },
  value: { column: "value", read: ({ value }: Row) => value, key: sum },
  unpaid: { column: "unpaid", read: ({ unpaid }: Row) => unpaid, key: sum },
  last: { column: "lastOn", read: ({ lastOn }: Row) => lastOn ?? NEVER, key: day },
} as const;

/** What a list reads: companies and people without one, or every person. */
export type Listed = typeof customers | typeof buyers;

const sortOf = (sort: BuyerSort) => columns[sort.replace("-", "") as keyof typeof columns];

/** A place in a sorted list: the value in the column, and the buyer's id. */
export type Place = { key: string | number; id: string };

function keysetOf(sort: BuyerSort, from: Listed): Keyset {
  const isDown = sort.startsWith("-");
  const { column } = sortOf(sort);
  const forNull = column === "lastOn" && from === customers ? { forNull: sql`${NEVER}::date` } : {};
  return [
    { column: from[column], isDown, ...forNull },
    { column: from.id, isDown },
  ];
}

/** The `order by` clause. */
export function orderBy(sort: BuyerSort, from: Listed): SQL {
  return orderByKeyset(keysetOf(sort, from));
}

/** The rows after a place in a list sorted this way; all rows without a place. */
export function after(sort: BuyerSort, place: Place | undefined, from: Listed): SQL | undefined {
  return afterKeyset(keysetOf(sort, from), place && [place.key, place.id]);
}

/** Names the place of a row in this sorting, for the page behind it. */
export function toCursor(sort: BuyerSort, row: Row): string {
  return encodeCursor([sort, sortOf(sort).read(row), row._id]);
}

/**
 * The place named by one of our cursors.
 * @throws Refusal for anything else.
 */
export function readCursor(sort: BuyerSort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, key, at] = decodeCursor(z.tuple([z.literal(sort), sortOf(sort).key, id]), cursor);
  return { key, id: at };
}

import type { SQL } from "drizzle-orm";
import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import { buyers } from "#app/features/orders/sums/tables.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { decodeCursor, encodeCursor } from "#app/platform/http/pagination.server.ts";
import type { Buyer, BuyerSort } from "./contract.ts";

const count = z.int().min(0);
const sum = z.string().regex(/^[0-9]{1,28}\.[0-9]{2}$/);

/** The column of each sorting, its value in a row, and what a cursor may say it is. The id breaks ties. */
const columns = {
  name: { column: buyers.name, read: ({ name }: Buyer) => name, key: z.string().refine(isPlainText) },
  orders: { column: buyers.orders, read: ({ orders }: Buyer) => orders, key: count },
  pieces: { column: buyers.pieces, read: ({ pieces }: Buyer) => pieces, key: count },
  value: { column: buyers.value, read: ({ value }: Buyer) => value, key: sum },
  unpaid: { column: buyers.unpaid, read: ({ unpaid }: Buyer) => unpaid, key: sum },
  last: { column: buyers.lastOn, read: ({ lastOn }: Buyer) => lastOn, key: day },
} as const;

const sortOf = (sort: BuyerSort) => columns[sort.replace("-", "") as keyof typeof columns];

/** A place in a sorted list: the value in the column, and the buyer's id. */
export type Place = { key: string | number; id: string };

function keysetOf(sort: BuyerSort): Keyset {
  const isDown = sort.startsWith("-");
  return [sortOf(sort).column, buyers.id].map((column) => ({ column, isDown }));
}

/** The `order by` clause. */
export function orderBy(sort: BuyerSort): SQL {
  return orderByKeyset(keysetOf(sort));
}

/** The rows after a place in a list sorted this way; all rows without a place. */
export function after(sort: BuyerSort, place: Place | undefined): SQL | undefined {
  return afterKeyset(keysetOf(sort), place && [place.key, place.id]);
}

/** Names the place of a row in this sorting, for the page behind it. */
export function toCursor(sort: BuyerSort, row: Buyer): string {
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

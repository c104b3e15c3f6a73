import type { SQL } from "drizzle-orm";
import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import type { InvoiceSort } from "#app/features/money/invoices.contract.ts";
import { invoiceBalances as one } from "#app/features/money/tables.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { decodeCursor, encodeCursor } from "#app/platform/http/pagination.server.ts";

type Sorted = { _id: string; year: number; serial: number; dueOn: string; buyer: string; open: string };

/** The columns of each sorting, their values in a row, and what a cursor may say they are. The id breaks ties. */
const columns = {
  number: {
    columns: [one.year, one.serial],
    read: ({ year, serial }: Sorted) => [year, serial],
    key: z.tuple([z.int(), z.int()]),
  },
  due: { columns: [one.dueOn], read: ({ dueOn }: Sorted) => [dueOn], key: z.tuple([day]) },
  buyer: {
    columns: [one.buyer],
    read: ({ buyer }: Sorted) => [buyer],
    key: z.tuple([z.string().refine(isPlainText)]),
  },
  open: {
    columns: [one.rest],
    read: ({ open }: Sorted) => [open],
    key: z.tuple([z.string().regex(/^-?\d{1,22}\.\d{2}$/)]),
  },
} as const;

const sortOf = (sort: InvoiceSort) => columns[sort.replace("-", "") as keyof typeof columns];

/** A place in a sorted list: the values in the columns, and the invoice's id. */
export type Place = readonly unknown[];

function keysetOf(sort: InvoiceSort): Keyset {
  const isDown = sort.startsWith("-");
  return [...sortOf(sort).columns, one.id].map((column) => ({ column, isDown }));
}

/** The `order by` clause. */
export function orderBy(sort: InvoiceSort): SQL {
  return orderByKeyset(keysetOf(sort));
}

/** The rows after a place in a list sorted this way; all rows without a place. */
export function after(sort: InvoiceSort, place: Place | undefined): SQL | undefined {
  return afterKeyset(keysetOf(sort), place);
}

/** Names the place of a row in this sorting, for the page behind it. */
export function toCursor(sort: InvoiceSort, row: Sorted): string {
  return encodeCursor([sort, sortOf(sort).read(row), row._id]);
}

/** The place named by one of our cursors. @throws Refusal for anything else. */
export function readCursor(sort: InvoiceSort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const key: z.ZodType<readonly unknown[]> = sortOf(sort).key;
  const [, values, at] = decodeCursor(z.tuple([z.literal(sort), key, id]), cursor);
  return [...values, at];
}

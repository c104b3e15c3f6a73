import type { SQL } from "drizzle-orm";
import { z } from "zod";
import { day } from "#app/contract/day.ts";
import { id } from "#app/contract/id.ts";
import { isPlainText } from "#app/contract/text.ts";
import { invoices } from "#app/features/documents/tables.server.ts";
import type { InvoiceSort } from "#app/features/money/invoices.contract.ts";
import { invoiceSums, invoiceBalances as one } from "#app/features/money/tables.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { decodeCursor, encodeCursor } from "#app/platform/http/pagination.server.ts";

type Sorted = { _id: string; year: number; serial: number; dueOn: string; buyer: string; open: string };

const integer = z.int().min(0).max(MAX_INTEGER);

/**
 * The columns of each sorting, the same in as few tables as know them, what of these is joined to invoices, their values
 * in a row, and what a cursor may say they are. The id breaks ties.
 */
const columns = {
  number: {
    columns: [one.year, one.serial],
    least: [invoices.year, invoices.serial],
    joined: undefined,
    read: ({ year, serial }: Sorted) => [year, serial],
    key: z.tuple([integer, integer]),
  },
  due: {
    columns: [one.dueOn],
    least: [invoices.dueOn],
    joined: undefined,
    read: ({ dueOn }: Sorted) => [dueOn],
    key: z.tuple([day]),
  },
  buyer: {
    columns: [one.buyer],
    least: [one.buyer],
    joined: one,
    read: ({ buyer }: Sorted) => [buyer],
    key: z.tuple([z.string().refine(isPlainText)]),
  },
  open: {
    columns: [one.rest],
    least: [invoiceSums.rest],
    joined: invoiceSums,
    read: ({ open }: Sorted) => [open],
    key: z.tuple([z.string().regex(/^-?\d{1,22}\.\d{2}$/)]),
  },
} as const;

const sortOf = (sort: InvoiceSort) => columns[sort.replace("-", "") as keyof typeof columns];

/** A place in a sorted list: the values in the columns, and the invoice's id. */
export type Place = readonly unknown[];

/** What has to be joined to invoices to sort them so. */
export const joinedFor = (sort: InvoiceSort) => sortOf(sort).joined;

function keysetOf(sort: InvoiceSort, of: "columns" | "least"): Keyset {
  const isDown = sort.startsWith("-");
  const { id } = of === "columns" ? one : invoices;
  return [...sortOf(sort)[of], id].map((column) => ({ column, isDown }));
}

/** The `order by` clause, of balances or of as few tables as know the order. */
export function orderBy(sort: InvoiceSort, of: "columns" | "least"): SQL {
  return orderByKeyset(keysetOf(sort, of));
}

/** The rows after a place in a list sorted this way; all rows without a place. */
export function after(sort: InvoiceSort, place: Place | undefined): SQL | undefined {
  return afterKeyset(keysetOf(sort, "least"), place);
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

import { roundToCents } from "#app/contract/money.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { OrderSort } from "./contract.ts";
import type { Filter } from "./filter.server.ts";
import { listOrders, prepareSearch } from "./list.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

const ROWS_AT_A_TIME = 1000;

type Row = Awaited<ReturnType<typeof listOrders>>[number];

/** New columns come last: programs read these by their place. */
const columns: [heading: string, read: (row: Row) => string | number | null][] = [
  ["Number", (row) => row.number],
  ["Placed", (row) => row.createdAt],
  ["Email", (row) => row.email],
  ["Name", (row) => row.name],
  ["Phone", (row) => row.phone],
  ["Address", (row) => row.address],
  ["Item", (row) => row.productName],
  ["Quantity", (row) => row.orderQuantity],
  ["Unit price", (row) => row.unitPrice],
  ["Total", (row) => roundToCents(row.total)],
  ["Id", (row) => row._id],
  ["Review", (row) => row.review],
  ["Shipping", (row) => row.shipping],
  ["Payment", (row) => row.payment],
  ["Due", (row) => row.dueOn],
  ["Carrier", (row) => row.carrier],
  ["Tracking number", (row) => row.trackingNumber],
  ["Tracking link", (row) => row.trackingUrl],
  ["Sheet", (row) => row.sheetNumber],
  ["PO number", (row) => row.poNumber],
  ["Wanted", (row) => row.wantedOn],
];

/** All matching orders as CSV (RFC 4180), read no faster than the client fetches: at most one page in memory. */
export function streamOrders(db: Db, filter: Filter, sort: OrderSort): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: string | undefined;
  return new ReadableStream({
    start(controller) {
      // With this mark spreadsheets read UTF-8; without it, their country's character set.
      controller.enqueue(encoder.encode(`\uFEFF${toLine(columns.map(([heading]) => heading))}`));
    },
    async pull(controller) {
      const part = { sort, rows: ROWS_AT_A_TIME + 1, after: readCursor(sort, after) };
      const rows = await listOrders(db, filter, part, await prepareSearch(db, filter));
      const shown = rows.slice(0, ROWS_AT_A_TIME);
      const last = shown.at(-1);
      const lines = shown.map((row) => toLine(columns.map(([, read]) => read(row))));
      if (last) {
        after = toCursor(sort, last);
        controller.enqueue(encoder.encode(lines.join("")));
      }
      if (rows.length <= ROWS_AT_A_TIME) controller.close();
    },
  });
}

function toLine(cells: (string | number | null)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** A spreadsheet treats such text as a formula and would run what a buyer typed (OWASP CSV injection). */
const formula = /^[\s]*[=+\-@\t\r|%＝＋－＠]/;
/** A phone number, to a spreadsheet the number it is. */
const plusDigits = /^\+[0-9]+$/;

/** One cell: nothing for null, numbers as they are, text always quoted and never a formula. */
export function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = formula.test(value) && !plusDigits.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

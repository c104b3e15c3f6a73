import { type Cell, type Separator, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { BuyerRow, BuyerSort } from "./contract.ts";
import type { BuyerKind } from "./facts.ts";
import { type Asked, listRows } from "./queries.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

const ROWS_AT_A_TIME = 1000;

/** New columns come last: programs read these by their place. */
const columns: [heading: string, read: (row: BuyerRow) => Cell][] = [
  ["Name", (row) => ({ label: row.name })],
  ["Email", (row) => row.email],
  ["Orders", (row) => row.orders],
  ["Pieces", (row) => row.pieces],
  ["Value", (row) => row.value],
  ["Unpaid", (row) => row.unpaid],
  ["First order", (row) => row.firstOn],
  ["Last order", (row) => row.lastOn],
  ["Usual days between orders", (row) => row.usualDays],
  ["Id", (row) => row._id],
  ["Company number", (row) => row.members?.number ?? null],
  ["Members", (row) => row.members?.count ?? null],
];

/** All buyers asked for as CSV (RFC 4180), read no faster than the client fetches: at most one page in memory. */
export function streamBuyers(
  db: Db,
  today: string,
  asked: Asked & { by?: BuyerKind | undefined },
  { sort, separator }: { sort: BuyerSort; separator?: Separator | undefined },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: string | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(
        encoder.encode(
          `${UTF8_MARK}${toLine(
            columns.map(([heading]) => heading),
            separator,
          )}`,
        ),
      );
    },
    async pull(controller) {
      const page = { ...asked, sort, rows: ROWS_AT_A_TIME + 1, after: readCursor(sort, after) };
      const rows = await listRows(db, today, page);
      const shown = rows.slice(0, ROWS_AT_A_TIME);
      const last = shown.at(-1);
      if (last) {
        after = toCursor(sort, last);
        controller.enqueue(
          encoder.encode(
            shown
              .map((row) =>
                toLine(
                  columns.map(([, read]) => read(row)),
                  separator,
                ),
              )
              .join(""),
          ),
        );
      }
      if (rows.length <= ROWS_AT_A_TIME) controller.close();
    },
  });
}

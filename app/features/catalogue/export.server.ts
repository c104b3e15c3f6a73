import { type Separator, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { columnNames, columns } from "./columns.server.ts";
import { listCatalogue } from "./queries.server.ts";

const ROWS_AT_A_TIME = 1000;

/** The whole catalogue as a file that the import takes back, read no faster than the client fetches. */
export function streamCatalogue(db: Db, separator?: Separator): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${UTF8_MARK}${toLine(columnNames, separator)}`));
    },
    async pull(controller) {
      const rows = await listCatalogue(db, after, ROWS_AT_A_TIME);
      const last = rows.at(-1);
      if (last) {
        after = last.number;
        const lines = rows.map((trim) =>
          toLine(
            columns.map(({ write, isLabel }) => (isLabel ? { label: write(trim) } : write(trim))),
            separator,
          ),
        );
        controller.enqueue(encoder.encode(lines.join("")));
      }
      if (rows.length < ROWS_AT_A_TIME) controller.close();
    },
  });
}

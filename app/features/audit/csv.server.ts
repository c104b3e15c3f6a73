import { minuteAt } from "#app/contract/calendar.ts";
import { type Cell, type Separator, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { readOn } from "#app/platform/http/pagination.server.ts";
import { streamParts } from "#app/platform/http/stream.server.ts";
import { describeState } from "./changes.rules.ts";
import { listEach, type Matching } from "./queries.server.ts";

type Row = Awaited<ReturnType<typeof listEach>>[number];
type Options = { titles: ReadonlyMap<string, string>; separator: Separator | undefined; timeZone: string };

const AT_A_TIME = 1001;

/** All matching entries as CSV (RFC 4180), read no faster than the client fetches: at most one page in memory. */
export function streamAudit(
  db: Db,
  matching: Matching,
  { titles, separator, timeZone }: Options,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // New columns come last: programs read these by their place.
  const columns: [heading: string, read: (row: Row) => Cell][] = [
    ["Time", (row) => minuteAt(row.at, timeZone)],
    ["Name", (row) => ({ label: row.name })],
    ["Email", (row) => row.email],
    ["Action", (row) => titles.get(row.action) ?? row.action],
    ["Object", (row) => ({ label: row.object })],
    ["Before", (row) => describeState(row.before)],
    ["After", (row) => describeState(row.after)],
    ["Address", (row) => row.address],
    ["Browser", (row) => row.userAgent],
    ["Id", (row) => row._id],
  ];
  const next = (last?: Row) => listEach(db, matching, AT_A_TIME, last?._id);
  async function* write() {
    const headings = columns.map(([heading]) => heading);
    yield encoder.encode(`${UTF8_MARK}${toLine(headings, separator)}`);
    for await (const rows of readOn(await next(), next)) {
      const lines = rows.map((row) =>
        toLine(
          columns.map(([, read]) => read(row)),
          separator,
        ),
      );
      yield encoder.encode(lines.join(""));
    }
  }
  return streamParts(write());
}

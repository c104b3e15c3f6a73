import { minuteAt } from "#app/contract/calendar.ts";
import { type Cell, type Separator, toLine, UTF8_MARK } from "#app/contract/csv.ts";
import { roundToCents } from "#app/contract/money.ts";
import { stateLabels } from "#app/features/orders/labels.ts";
import type { OrderSort } from "#app/features/orders/lists.contract.ts";
import { describeFacts, factTitles } from "#app/features/trims/fact-words.ts";
import { listTrimsById } from "#app/features/trims/queries.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { readOn } from "#app/platform/http/pagination.server.ts";
import { streamParts } from "#app/platform/http/stream.server.ts";
import type { Filter } from "./filter.server.ts";
import { type Row, readPages } from "./list.server.ts";

/** An item's number and its known facts, by their titles. */
type Item = { number: number; facts: Map<string, string> };

/** New columns come last: programs read these by their place. Days and times are those of the shop. */
const columnsIn = (timeZone: string): [heading: string, read: (row: Row, item: Item | undefined) => Cell][] => [
  ["Number", (row) => row.number],
  ["Placed", (row) => minuteAt(row.createdAt, timeZone)],
  ["Email", (row) => row.email],
  ["Name", (row) => ({ label: row.name })],
  ["Phone", (row) => ({ label: row.phone })],
  ["Address", (row) => row.address],
  ["Item", (row) => ({ label: row.productName })],
  ["Quantity", (row) => row.orderQuantity],
  ["Unit price", (row) => row.unitPrice],
  ["Total", (row) => roundToCents(row.total)],
  ["Id", (row) => row._id],
  ["Review", (row) => stateLabels[row.review]],
  ["Shipping", (row) => stateLabels[row.shipping]],
  ["Payment", (row) => stateLabels[row.payment]],
  ["Due", (row) => row.dueOn],
  ["Carrier", (row) => row.carrier],
  ["Tracking number", (row) => ({ label: row.trackingNumber })],
  ["Tracking link", (row) => row.trackingUrl],
  ["Sheet", (row) => row.sheetNumber],
  ["PO number", (row) => ({ label: row.poNumber })],
  ["Wanted", (row) => row.wantedOn],
  ["Article number", (_, item) => item?.number ?? ""],
  ...factTitles.map((title): ReturnType<typeof columnsIn>[number] => [
    title,
    (_, item) => ({ label: item?.facts.get(title) ?? "" }),
  ]),
  ["Company", (row) => ({ label: row.company })],
  // Empty for an address that was written as text.
  ["Ship to company", ({ shipTo, company }) => ({ label: shipTo && (shipTo.company ?? company) })],
  ["Ship to person", ({ shipTo, name }) => ({ label: shipTo && (shipTo.name ?? name) })],
  ["Ship to street", ({ shipTo }) => ({ label: shipTo?.street ?? null })],
  ["Ship to more", ({ shipTo }) => ({ label: shipTo?.more ?? null })],
  ["Ship to postcode", ({ shipTo }) => ({ label: shipTo?.postcode ?? null })],
  ["Ship to town", ({ shipTo }) => ({ label: shipTo?.town ?? null })],
  ["Ship to country", ({ shipTo }) => ({ label: shipTo?.country ?? null })],
];

/** All matching orders as CSV (RFC 4180), read no faster than the client fetches: at most one page in memory. */
export function streamOrders(
  db: Db,
  filter: Filter,
  { sort, separator, timeZone }: { sort: OrderSort; separator?: Separator | undefined; timeZone: string },
): ReadableStream<Uint8Array> {
  const columns = columnsIn(timeZone);
  const encoder = new TextEncoder();
  const next = readPages(db, filter, sort);
  async function* write() {
    const headings = columns.map(([heading]) => heading);
    yield encoder.encode(`${UTF8_MARK}${toLine(headings, separator)}`);
    for await (const rows of readOn(await next(), next)) {
      const items = await listItems(db, rows);
      const cellsOf = (row: Row) => columns.map(([, read]) => read(row, items.get(row.trimId ?? "")));
      yield encoder.encode(rows.map((row) => toLine(cellsOf(row), separator)).join(""));
    }
  }
  return streamParts(write());
}

/** The items ordered, as they are described today. */
async function listItems(db: Db, rows: Row[]): Promise<Map<string, Item>> {
  const ids = new Set(rows.flatMap(({ trimId }) => trimId ?? []));
  const trims = ids.size > 0 ? await listTrimsById(db, [...ids]) : [];
  return new Map(
    trims.map((trim) => {
      const facts = describeFacts(trim).map(({ what, text }) => [what, text] as const);
      return [trim._id, { number: trim.number, facts: new Map(facts) }];
    }),
  );
}

import { MAX_ROWS } from "#app/contract/page.ts";
import type { OrderSort } from "#app/features/orders/contract.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { Filter } from "./filter.server.ts";
import { listOrders, type Prepared, prepareSearch } from "./list.server.ts";
import { readCursor, toCursor } from "./sort.server.ts";

/** An order in a list. */
export type Row = Awaited<ReturnType<typeof listOrders>>[number];

/** Reads the matching orders from the first or behind one of them: a page, and one row more if there is one. */
export function readPages(db: Db, filter: Filter, sort: OrderSort): (last?: Row) => Promise<Row[]> {
  let prepared: Prepared | undefined;
  return async (last) => {
    prepared ??= await prepareSearch(db, filter);
    const after = last && readCursor(sort, toCursor(sort, last));
    return listOrders(db, filter, { sort, rows: MAX_ROWS + 1, after }, prepared);
  };
}

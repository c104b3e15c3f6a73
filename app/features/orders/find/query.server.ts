import { eq, getTableColumns, sql } from "drizzle-orm";
import { companies } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { shippedPieces } from "#app/features/orders/deliveries/pieces.server.ts";
import type { Side } from "#app/features/orders/facts.ts";
import { messages } from "#app/features/orders/messages/tables.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";

const { id: _id, userId: _owner, words: _words, ...columns } = getTableColumns(orders);

/** The message about the order or its sheet that waits for an answer, the longest waiting if there are two. */
function ofWaiting() {
  return sql`from ${messages} where ${messages.waitingFor} is not null
    and (${messages.orderId} = ${orders.id} or ${messages.sheetId} = ${orders.sheetId})
    order by ${messages.createdAt} limit 1`;
}

/** The contract's order: every column of the table that is not left out above, and what other tables say of it. */
export const orderColumns = {
  _id,
  ...columns,
  shippedPieces: shippedPieces().mapWith(Number),
  img: trims.img,
  articleNumber: trims.number,
  company: sql<
    string | null
  >`coalesce(${orders.company}, (select company from ${orderSheets} where ${orderSheets.id} = ${orders.sheetId}))`,
  termsDays: sql<
    number | null
  >`(select ${companies.termsDays} from ${companies} where ${companies.id} = ${orders.companyId})`,
  sheetLines: sql<number | null>`(select lines from ${orderSheets} where ${orderSheets.id} = ${orders.sheetId})`,
  waitingFor: sql<Side | null>`(select ${messages.waitingFor} ${ofWaiting()})`,
  waitingSince: sql<string | null>`(select ${messages.createdAt} ${ofWaiting()})`.mapWith(messages.createdAt),
  isBuyerGone: sql<boolean>`not exists (select from ${users} where ${users.id} = ${orders.userId})`,
};

/** Orders as lists show them, with all joins, for a `where` of the caller's. */
export function ordersQuery(db: Db | Tx) {
  return db.select(orderColumns).from(orders).leftJoin(trims, eq(trims.id, orders.trimId)).$dynamic();
}

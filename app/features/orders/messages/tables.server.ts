import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sides } from "#app/features/orders/messages.contract.ts";
import { idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";

/**
 * What buyers and staff write to each other about an order or a sheet. A row without words says that the last message
 * needs no answer. Rows are only added; erasing replaces their words.
 */
export const messages = pgTable(
  "messages",
  {
    id: idColumn(),
    createdAt: moment("created_at").notNull().default(sql`clock_timestamp()`),
    /** One of the two. No foreign keys, as with events. */
    orderId: uuid("order_id"),
    sheetId: uuid("sheet_id"),
    /** Whose order or sheet it is, also after the account is gone. */
    buyerId: uuid("buyer_id").notNull(),
    authorId: uuid("author_id").notNull(),
    side: text("side", { enum: sides }).notNull(),
    words: text("words"),
  },
  (table) => [
    index("messages_order").on(table.orderId, table.id).where(sql`${table.orderId} is not null`),
    index("messages_sheet").on(table.sheetId, table.id).where(sql`${table.sheetId} is not null`),
    index("messages_buyer").on(table.buyerId, table.id),
    check("messages_about_one", sql`num_nonnulls(${table.orderId}, ${table.sheetId}) = 1`),
    check("messages_side", isOneOf(table.side, sides)),
  ],
);

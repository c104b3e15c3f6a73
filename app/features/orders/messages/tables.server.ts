import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sides } from "#app/features/orders/facts.ts";
import { idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";

/**
 * What buyers and staff write to each other about an order or a sheet. A row without words says that the last message
 * needs no answer. Rows are only
 * added; erasing replaces their words, and a later message ends the waiting.
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
    /** Whose answer it waits for; null for nobody's, and once there is a later message. */
    waitingFor: text("waiting_for", { enum: sides }),
  },
  (table) => [
    index("messages_order").on(table.orderId, table.id).where(sql`${table.orderId} is not null`),
    index("messages_sheet").on(table.sheetId, table.id).where(sql`${table.sheetId} is not null`),
    index("messages_buyer").on(table.buyerId, table.id),
    check("messages_about_one", sql`num_nonnulls(${table.orderId}, ${table.sheetId}) = 1`),
    index("messages_waiting").on(table.waitingFor, table.createdAt).where(sql`${table.waitingFor} is not null`),
    check("messages_waiting_for", isOneOf(table.waitingFor, sides)),
    check("messages_side", isOneOf(table.side, sides)),
  ],
);

import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { idColumn, moment } from "#app/platform/db/columns.server.ts";

/** What admins write about a buyer for one another. No buyer is ever sent it. */
export const buyerNotes = pgTable(
  "buyer_notes",
  {
    id: idColumn(),
    /** The `user_id` of orders. */
    buyerId: uuid("buyer_id").notNull(),
    /** Survives the admin's account. */
    authorId: uuid("author_id").notNull(),
    note: text("note").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("buyer_notes_buyer").on(table.buyerId, table.id)],
);

import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";

/** The views of the list of orders that a member of staff saved: a name, and what the address says. */
export const orderViews = pgTable(
  "order_views",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    search: text("search").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.name] })],
);

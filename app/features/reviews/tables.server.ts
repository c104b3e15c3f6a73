import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import { idColumn, moment } from "#app/platform/db/columns.server.ts";

export const reviews = pgTable(
  "reviews",
  {
    id: idColumn(),
    /** Null without an account; when it is deleted, a trigger removes name, e-mail and photo. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    review: text("review").notNull(),
    ratings: smallint("ratings").notNull(),
    img: text("img"),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    index("reviews_user_id").on(table.userId, table.id),
    check("reviews_ratings_range", sql`${table.ratings} between 4 and 5`),
  ],
);

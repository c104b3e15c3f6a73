import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";

/** People's profiles; at most one row per account. */
export const profiles = pgTable("profiles", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  phone: text("phone").notNull(),
  linkedin: text("linkedin").notNull(),
  location: text("location").notNull(),
  education: text("education").notNull(),
  company: text("company"),
  country: text("country"),
});

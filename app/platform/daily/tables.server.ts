import { date, pgTable, text } from "drizzle-orm/pg-core";

/** The last day, in the shop's time zone, on which each daily chore was done. */
export const dailyChores = pgTable("daily_chores", {
  name: text("name").primaryKey(),
  doneOn: date("done_on").notNull(),
});

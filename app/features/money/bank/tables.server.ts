import { sql } from "drizzle-orm";
import { check, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { TEXT_MAX } from "#app/features/money/facts.ts";
import { cents, moment } from "#app/platform/db/columns.server.ts";

/** Lines of bank statements that were booked. The key lets none be booked twice, also by two people at once. */
export const bankLines = pgTable(
  "bank_lines",
  {
    day: date("day").notNull(),
    amount: cents("amount").notNull(),
    text: text("text").notNull(),
    /** Equal lines of a statement are counted from 1. */
    nth: integer("nth").notNull(),
    /** Of its payments. Once all are reversed, the line may be booked again. */
    bookings: uuid("bookings").array().notNull(),
    /** Survives the person's deletion. */
    actorId: uuid("actor_id").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.amount, table.text, table.nth] }),
    check("bank_lines_text", sql`char_length(${table.text}) <= ${sql.raw(String(TEXT_MAX))}`),
  ],
);

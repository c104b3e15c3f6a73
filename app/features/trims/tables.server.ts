import { sql } from "drizzle-orm";
import { check, index, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { idColumn, moment } from "#app/platform/db/columns.server.ts";

export const trims = pgTable(
  "trims",
  {
    id: idColumn(),
    /** The article number. */
    number: integer("number").notNull().unique().generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    line: text("line"),
    description: text("description").notNull(),
    price: numeric("price", { precision: 12, scale: 4 }).notNull(),
    moq: integer("moq").notNull(),
    /** What can still be ordered: stock put in, less the pieces of open orders. */
    quantity: integer("quantity").notNull(),
    img: text("img").notNull(),
    alt: text("alt").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    // An order may name its trim by name alone.
    uniqueIndex("trims_name").on(sql`lower(${table.name})`),
    index("trims_line").on(table.line, table.number),
    check("trims_price_positive", sql`${table.price} >= 0`),
    check("trims_moq_positive", sql`${table.moq} >= 1`),
    check("trims_quantity_not_negative", sql`${table.quantity} >= 0`),
  ],
);

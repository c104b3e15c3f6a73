import { sql } from "drizzle-orm";
import { check, customType, index, integer, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
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
    /** When it left the catalogue. The row stays: its orders and movements point to it. */
    removedAt: moment("removed_at"),
  },
  (table) => [
    // An order may name its trim by name alone.
    uniqueIndex("trims_name").on(sql`lower(${table.name})`).where(sql`${table.removedAt} is null`),
    index("trims_line").on(table.line, table.number),
    check("trims_price_positive", sql`${table.price} >= 0`),
    check("trims_moq_positive", sql`${table.moq} >= 1`),
    check("trims_quantity_not_negative", sql`${table.quantity} >= 0`),
  ],
);

/** What was put into the stock or taken out by hand. Their sum = `trims.quantity` + pieces of open orders. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: idColumn(),
    trimId: uuid("trim_id")
      .notNull()
      .references(() => trims.id),
    /** Who moved it, by the e-mail of that day; null for the stock a trim came with. */
    email: text("email"),
    delta: integer("delta").notNull(),
    why: text("why").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("stock_movements_trim_id").on(table.trimId, table.createdAt)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Pictures that admins uploaded, in each size and encoding. What stands under a name never changes. */
export const uploads = pgTable("uploads", {
  /** `<sha256 of the upload>.webp` and its siblings. */
  file: text("file").primaryKey(),
  type: text("type").notNull(),
  bytes: bytes("bytes").notNull(),
  createdAt: moment("created_at").notNull().default(sql`now()`),
});

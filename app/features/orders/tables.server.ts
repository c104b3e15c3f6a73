import { sql } from "drizzle-orm";
import { bigint, check, index, integer, numeric, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { trims } from "#app/features/trims/tables.server.ts";
import { idColumn, moment, words } from "#app/platform/db/columns.server.ts";

export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    /** The number people quote on the phone. */
    number: integer("number").notNull().unique().generatedByDefaultAsIdentity(),
    /** Survives the person's deletion: an order is a business record, and ids are never reused. */
    userId: uuid("user_id"),
    trimId: uuid("trim_id").references(() => trims.id),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    productName: text("product_name").notNull(),
    orderQuantity: integer("order_quantity").notNull(),
    /** The price at the time of ordering; later changes to the trim never touch it. */
    unitPrice: numeric("unit_price", { precision: 12, scale: 4 }).notNull(),
    total: numeric("total", { precision: 24, scale: 4 }).notNull().generatedAlwaysAs(sql`unit_price * order_quantity`),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    words: words("words").generatedAlwaysAs(sql`search_vector(email || ' ' || name || ' ' || product_name)`),
  },
  (table) => [
    index("orders_user_id").on(table.userId, table.id.desc()),
    index("orders_trim_id").on(table.trimId),
    index("orders_email").on(table.email, table.id),
    index("orders_item").on(table.productName, table.id),
    index("orders_item_quantity").on(table.productName, table.orderQuantity, table.id),
    index("orders_quantity").on(table.orderQuantity, table.id),
    check("orders_quantity_positive", sql`${table.orderQuantity} > 0`),
  ],
);

/**
 * Buyers and items, one row each with the number of orders, kept by triggers. Searches query these two short tables,
 * which grow only with the buyers and the catalogue. No list of pending entries: an index then costs the same at any
 * time.
 */
export const orderBuyers = pgTable(
  "order_buyers",
  {
    email: text("email").notNull(),
    name: text("name").notNull(),
    orders: bigint("orders", { mode: "number" }).notNull(),
    words: words("words").generatedAlwaysAs(sql`search_vector(email || ' ' || name)`),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.name] }),
    index("order_buyers_words").using("gin", table.words).with({ fastupdate: false }),
  ],
);

export const orderItems = pgTable(
  "order_items",
  {
    name: text("name").primaryKey(),
    orders: bigint("orders", { mode: "number" }).notNull(),
    words: words("words").generatedAlwaysAs(sql`search_vector(name)`),
  },
  (table) => [index("order_items_words").using("gin", table.words).with({ fastupdate: false })],
);

/** The number of orders: the sum of all slots, kept by triggers. Several slots, so that buyers do not queue for one. */
export const orderCounts = pgTable("order_counts", {
  slot: smallint("slot").primaryKey(),
  count: bigint("count", { mode: "number" }).notNull(),
});

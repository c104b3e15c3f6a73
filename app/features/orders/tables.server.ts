import { sql } from "drizzle-orm";
import { check, index, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { idColumn, moment } from "#app/platform/db/columns.server.ts";

export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    /** Kept when the person goes: an order is a business record. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    trimId: uuid("trim_id").references(() => trims.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    productName: text("product_name").notNull(),
    orderQuantity: integer("order_quantity").notNull(),
    /** The price of the moment; a later change of the trim never touches a placed order. */
    unitPrice: numeric("unit_price", { precision: 12, scale: 4 }).notNull(),
    total: numeric("total", { precision: 24, scale: 4 }).notNull().generatedAlwaysAs(sql`unit_price * order_quantity`),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    index("orders_user_id").on(table.userId, table.id.desc()),
    index("orders_trim_id").on(table.trimId),
    check("orders_quantity_positive", sql`${table.orderQuantity} > 0`),
  ],
);

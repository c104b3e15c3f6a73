import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { idColumn, moment } from "#app/platform/db/columns.server.ts";

/** What left the warehouse together, for one address. */
export const deliveries = pgTable("deliveries", {
  id: idColumn(),
  createdAt: moment("created_at").notNull().default(sql`now()`),
  /** A day in the shop's time zone. */
  shippedOn: date("shipped_on").notNull(),
  carrier: text("carrier"),
  /** Several parcels have their numbers with commas between them. */
  trackingNumber: text("tracking_number"),
  trackingUrl: text("tracking_url"),
  /** Survives the person's deletion. */
  actorId: uuid("actor_id"),
  /** Grows with each correction. */
  version: integer("version").notNull().default(1),
});

/** How many pieces of each order a delivery had. */
export const deliveryLines = pgTable(
  "delivery_lines",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    /** No foreign key: nothing deletes an order. */
    orderId: uuid("order_id").notNull(),
    pieces: integer("pieces").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.orderId] }),
    index("delivery_lines_order").on(table.orderId),
    check("delivery_lines_pieces", sql`${table.pieces} > 0`),
  ],
);

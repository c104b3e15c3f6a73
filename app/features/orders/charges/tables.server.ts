import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { chargeKinds } from "#app/features/orders/facts.ts";
import { cents, idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";

/**
 * What an order, or a sheet as a whole, costs beside its pieces. Which invoices bill it is in `invoiced_charges`; until
 * then it can be deleted.
 */
export const charges = pgTable(
  "charges",
  {
    id: idColumn(),
    createdAt: moment("created_at").notNull().default(sql`clock_timestamp()`),
    /** One of the two. No foreign keys, as with events. */
    orderId: uuid("order_id"),
    sheetId: uuid("sheet_id"),
    kind: text("kind", { enum: chargeKinds }).notNull(),
    /** Before tax, more than nothing; a discount is subtracted. */
    amount: cents("amount").notNull(),
    /** The buyer reads it. */
    reason: text("reason").notNull(),
    /** Who added it. Survives the person's deletion. */
    actorId: uuid("actor_id").notNull(),
  },
  (table) => [
    index("charges_order").on(table.orderId, table.id).where(sql`${table.orderId} is not null`),
    index("charges_sheet").on(table.sheetId, table.id).where(sql`${table.sheetId} is not null`),
    check("charges_about_one", sql`num_nonnulls(${table.orderId}, ${table.sheetId}) = 1`),
    check("charges_kind", isOneOf(table.kind, chargeKinds)),
    check("charges_something", sql`${table.amount} > 0`),
  ],
);

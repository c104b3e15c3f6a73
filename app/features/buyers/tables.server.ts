import { sql } from "drizzle-orm";
import { bigint, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { idColumn, moment, words } from "#app/platform/db/columns.server.ts";

/**
 * What orders add up to, those declined and cancelled left out. The value is each order rounded to cents, then added.
 */
const sums = () => ({
  orders: bigint("orders", { mode: "number" }).notNull().default(0),
  pieces: bigint("pieces", { mode: "number" }).notNull().default(0),
  value: numeric("value", { precision: 30, scale: 2 }).notNull().default("0"),
});

/**
 * Everybody who has ever ordered, kept by the triggers of `orders`. A buyer is the `user_id` of orders and outlives the
 * account.
 */
export const buyers = pgTable(
  "buyers",
  {
    id: uuid("id").primaryKey(),
    /** As on the latest order. */
    name: text("name").notNull(),
    email: text("email").notNull(),
    ...sums(),
    /** Of `value`, what is invoiced and not paid. */
    unpaid: numeric("unpaid", { precision: 30, scale: 2 }).notNull().default("0"),
    /** The number of days with orders, and the first and the last of them, as days in the shop's time zone. */
    days: integer("days").notNull().default(0),
    firstOn: date("first_on"),
    lastOn: date("last_on"),
    /** The day from which the buyer counts as quiet: silent for over six weeks and twice as long as usual. */
    quietOn: date("quiet_on").generatedAlwaysAs(
      sql`case when days >= 3 then last_on + greatest(42, 2 * (last_on - first_on) / (days - 1)) + 1 end`,
    ),
    words: words("words").generatedAlwaysAs(sql`search_vector(email || ' ' || name)`),
  },
  (table) => [
    // Each sorting of the list, which has only buyers with orders.
    index("buyers_value").on(table.value, table.id).where(sql`${table.orders} > 0`),
    index("buyers_orders").on(table.orders, table.id).where(sql`${table.orders} > 0`),
    index("buyers_pieces").on(table.pieces, table.id).where(sql`${table.orders} > 0`),
    index("buyers_unpaid").on(table.unpaid, table.id).where(sql`${table.orders} > 0`),
    index("buyers_last").on(table.lastOn, table.id).where(sql`${table.orders} > 0`),
    index("buyers_name").on(table.name, table.id).where(sql`${table.orders} > 0`),
    index("buyers_quiet").on(table.quietOn, table.id).where(sql`${table.orders} > 0`),
    // Parts of the list.
    index("buyers_first").on(table.firstOn, table.id).where(sql`${table.orders} > 0`),
    index("buyers_owing").on(table.id).where(sql`${table.orders} > 0 and ${table.unpaid} > 0`),
    index("buyers_words").using("gin", table.words).with({ fastupdate: false }),
  ],
);

/** What a buyer ordered on each day in the shop's time zone. */
export const buyerDays = pgTable(
  "buyer_days",
  { buyerId: uuid("buyer_id").notNull(), day: date("day").notNull(), ...sums() },
  (table) => [primaryKey({ columns: [table.buyerId, table.day] })],
);

/** What admins write about a buyer for one another. No buyer is ever sent it. */
export const buyerNotes = pgTable(
  "buyer_notes",
  {
    id: idColumn(),
    buyerId: uuid("buyer_id").notNull(),
    /** Survives the admin's account. */
    authorId: uuid("author_id").notNull(),
    note: text("note").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("buyer_notes_buyer").on(table.buyerId, table.id)],
);

import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { idColumn, moment, words } from "#app/platform/db/columns.server.ts";

/** What orders add up to, those declined and cancelled left out. The value is each order rounded to cents, then added. */
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

/**
 * What orders add to the sums of sales and buyers, or take from them, and what is not added there yet: written with each
 * order and move by the triggers of `orders`, deleted by `fold_order_shares`. Without an index, for it is read as a whole.
 */
export const orderShares = pgTable("order_shares", {
  /** In the order in which they were written. */
  id: bigint("id", { mode: "number" }).notNull().generatedByDefaultAsIdentity(),
  /** Whether it is a new order, so that the buyer is called as it says. */
  isNew: boolean("is_new").notNull(),
  /** Negative where something is taken away, as are pieces and value. */
  orders: bigint("orders", { mode: "number" }).notNull(),
  pieces: bigint("pieces", { mode: "number" }).notNull(),
  value: numeric("value", { precision: 30, scale: 2 }).notNull(),
  /** By days in the shop's time zone. */
  day: date("day").notNull(),
  /** The trim's at that moment; empty without one. */
  line: text("line").notNull(),
  /** Sales that move with their trim to another line have neither trim nor buyer. */
  trimId: uuid("trim_id"),
  userId: uuid("user_id"),
  name: text("name"),
  email: text("email"),
  /** Only while it is invoiced and not paid. */
  dueOn: date("due_on"),
});

import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { trims } from "#app/features/trims/tables.server.ts";
import { idColumn, isOneOf, moment, words } from "#app/platform/db/columns.server.ts";
import { states } from "./facts.ts";

/** Where an order stands on its three tracks. The defaults are constants, so that adding them rewrites no table. */
const trackColumns = () => ({
  review: text("review", { enum: states.review }).notNull().default("in review"),
  shipping: text("shipping", { enum: states.shipping }).notNull().default("Pending"),
  payment: text("payment", { enum: states.payment }).notNull().default("Pending"),
});

/** How to find a shipment, and the last day to pay an invoice. */
export const moveColumns = () => ({
  carrier: text("carrier"),
  trackingNumber: text("tracking_number"),
  trackingUrl: text("tracking_url"),
  /** A day in the shop's time zone. */
  dueOn: date("due_on"),
});

/** A buyer's mill: the part of the address from the @ on. Indexes use it. */
export const millOf = (email: AnyPgColumn | SQL): SQL => sql`substr(${email}, strpos(${email}, '@'))`;

/**
 * Whether a buyer may have the word of another mill: through a name that is an address, or through capitals, which
 * words lose.
 */
export const mayHaveOtherMill = ({ email, name }: { email: AnyPgColumn; name: AnyPgColumn }): SQL =>
  sql`(strpos(${name}, '@') > 0 or lower(${email}) <> ${email})`;

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
    ...trackColumns(),
    ...moveColumns(),
    /** The order sheet it was sent with, as it was then; null for an order placed alone. */
    sheetId: uuid("sheet_id"),
    sheetNumber: integer("sheet_number"),
    poNumber: text("po_number"),
    /** A day in the shop's time zone. */
    wantedOn: date("wanted_on"),
  },
  (table) => [
    index("orders_user_id").on(table.userId, table.id.desc()),
    // The indexes below up to `orders_sheet` are made while the shop is open, see db/migrations/README.md.
    index("orders_state").on(table.review, table.shipping, table.payment, table.id),
    // One for each sorting: of any states, the first orders of each place are a page.
    index("orders_state_email").on(table.review, table.shipping, table.payment, table.email, table.id),
    index("orders_state_item").on(table.review, table.shipping, table.payment, table.productName, table.id),
    index("orders_state_quantity").on(table.review, table.shipping, table.payment, table.orderQuantity, table.id),
    index("orders_trim_listed").on(table.trimId, table.id).where(sql`${table.review} in ('in review', 'accepted')`),
    // Orders whose pieces were given back: only the movements of a trim's stock read them.
    index("orders_trim_ended").on(table.trimId, table.id).where(sql`${table.review} in ('declined', 'cancelled')`),
    index("orders_wanted").on(table.wantedOn, table.id).where(sql`${table.wantedOn} is not null`),
    index("orders_sheet").on(table.sheetId, table.id).where(sql`${table.sheetId} is not null`),
    // Also holds what each order is for, and how many pieces: a search for buyers and items reads no orders.
    index("orders_email_lines").on(
      table.email,
      table.id,
      table.productName,
      table.name,
      table.review,
      table.orderQuantity,
    ),
    // The same for all buyers of a mill together.
    index("orders_mill_lines").on(
      millOf(table.email),
      table.productName,
      table.id,
      table.email,
      table.review,
      table.orderQuantity,
    ),
    // Also holds whether each order is listed: the newest of an item are found without reading them.
    index("orders_item_listed").on(table.productName, table.id, table.review),
    index("orders_item_quantity").on(table.productName, table.orderQuantity, table.id),
    index("orders_quantity").on(table.orderQuantity, table.id),
    // Made while the shop is open. By number, because the list is sorted by it; the day only decides whether an order
    // matches.
    index("orders_unpaid_listed")
      .on(table.id, table.dueOn)
      .where(sql`${table.review} = 'accepted' and ${table.payment} = 'Invoiced'`),
    check("orders_quantity_positive", sql`${table.orderQuantity} > 0`),
    check("orders_review", isOneOf(table.review, states.review)),
    check("orders_shipping", isOneOf(table.shipping, states.shipping)),
    check("orders_payment", isOneOf(table.payment, states.payment)),
    // Nothing is made or paid before it is accepted, and nothing that has shipped is cancelled.
    check(
      "orders_accepted_first",
      sql`${table.review} in ('accepted', 'cancelled') or (${table.shipping} = 'Pending' and ${table.payment} = 'Pending')`,
    ),
    check(
      "orders_cancelled_in_time",
      sql`${table.review} <> 'cancelled' or ${table.shipping} not in ('Shipped', 'Delivered')`,
    ),
    check("orders_due", sql`${table.payment} = 'Pending' or ${table.dueOn} is not null`),
  ],
);

/**
 * What orders that were sent together have in common, as it was sent: later changes to an order never touch it. Nothing
 * deletes a sheet, nor refers to its buyer, as with orders.
 */
export const orderSheets = pgTable(
  "order_sheets",
  {
    id: idColumn(),
    /** People read it as *Sheet S-31*. */
    number: integer("number").notNull().unique().generatedByDefaultAsIdentity(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    company: text("company"),
    country: text("country"),
    poNumber: text("po_number"),
    /** A day in the shop's time zone. */
    wantedOn: date("wanted_on"),
    note: text("note"),
    /** How many orders it was sent as, and their pieces. */
    lines: smallint("lines").notNull(),
    pieces: bigint("pieces", { mode: "number" }).notNull(),
    /** Each line rounded to cents, then added. */
    total: numeric("total", { precision: 24, scale: 2 }).notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    words: words("words").generatedAlwaysAs(sql`search_vector(email || ' ' || name || ' ' || coalesce(company, ''))`),
  },
  (table) => [
    index("order_sheets_user_id").on(table.userId, table.id),
    // A number of a purchase order, or its beginning.
    index("order_sheets_po_number")
      .on(sql`lower(${table.poNumber}) text_pattern_ops`)
      .where(sql`${table.poNumber} is not null`),
    index("order_sheets_words").using("gin", table.words).with({ fastupdate: false }),
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
    /** How many of them are declined or cancelled. */
    ended: bigint("ended", { mode: "number" }).notNull().default(0),
    words: words("words").generatedAlwaysAs(sql`search_vector(email || ' ' || name)`),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.name] }),
    index("order_buyers_mill").on(millOf(table.email), table.email),
    // Very few buyers.
    index("order_buyers_other_mill").on(table.email).where(mayHaveOtherMill(table)),
    index("order_buyers_words").using("gin", table.words).with({ fastupdate: false }),
  ],
);

export const orderItems = pgTable(
  "order_items",
  {
    name: text("name").primaryKey(),
    orders: bigint("orders", { mode: "number" }).notNull(),
    /** How many of them are declined or cancelled. */
    ended: bigint("ended", { mode: "number" }).notNull().default(0),
    /**
     * Which trims were ordered by this name: a list by item finds those of a line. One whose orders are gone may stay.
     */
    trims: uuid("trims").array().notNull().default([]),
    words: words("words").generatedAlwaysAs(sql`search_vector(name)`),
  },
  (table) => [index("order_items_words").using("gin", table.words).with({ fastupdate: false })],
);

/**
 * The number of orders in each combination of states: the sum of all slots, kept by triggers. Several slots, so that
 * buyers do not queue for one.
 */
export const orderCounts = pgTable(
  "order_counts",
  {
    slot: smallint("slot").notNull(),
    ...trackColumns(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.review, table.shipping, table.payment] })],
);

/** What nobody has been told about an order: that it was placed or cancelled, or its owner that it was placed. */
export const untoldKinds = ["placed", "cancelled", "held back"] as const;

/**
 * Orders whose mails are still to be written: a row is written with what happens to the order, and deleted with its
 * mails' queueing.
 */
export const untoldOrders = pgTable("untold_orders", {
  /** In the order in which they were placed. */
  seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid("order_id").notNull(),
  /** Whether the buyer's address was confirmed when it happened. */
  isVerified: boolean("is_verified").notNull(),
  what: text("what", { enum: untoldKinds }).notNull().default("placed"),
});

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { ShipTo } from "#app/contract/ship-to.ts";
import { trims } from "#app/features/trims/tables.server.ts";
import { idColumn, isOneOf, moment, words } from "#app/platform/db/columns.server.ts";
import { states, TOLERANCE_MAX } from "./facts.ts";

/** How to find a shipment, and the last day to pay an invoice. */
export const moveColumns = () => ({
  carrier: text("carrier"),
  trackingNumber: text("tracking_number"),
  trackingUrl: text("tracking_url"),
  /** A day in the shop's time zone. */
  dueOn: date("due_on"),
});

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
    words: words("words").generatedAlwaysAs(
      sql`trade_vector(email || ' ' || name || ' ' || coalesce(company, '') || ' ' || product_name, address, phone, po_number, tracking_number, unit_price * order_quantity, null)`,
    ),
    /** Where the order stands on its three tracks. */
    review: text("review", { enum: states.review }).notNull().default("in-review"),
    shipping: text("shipping", { enum: states.shipping }).notNull().default("pending"),
    payment: text("payment", { enum: states.payment }).notNull().default("pending"),
    ...moveColumns(),
    /** The order sheet it was sent with, as it was then; null for an order placed alone. */
    sheetId: uuid("sheet_id"),
    sheetNumber: integer("sheet_number"),
    poNumber: text("po_number"),
    /** A day in the shop's time zone. */
    wantedOn: date("wanted_on"),
    /** Pieces that have left; null while none has, or when it shipped before deliveries were recorded. */
    shippedPieces: integer("shipped_pieces"),
    /** By how many percent the pieces delivered may differ from those ordered. */
    tolerance: smallint("tolerance").notNull().default(0),
    /** How many per cent are to be paid before it is made, as was agreed with its company when it was placed. */
    depositPercent: smallint("deposit_percent").notNull().default(0),
    /** When it was last printed on a pick or production list, and the number of that list. */
    printedAt: moment("printed_at"),
    printRun: integer("print_run"),
    /** When we promise to deliver. A day in the shop's time zone. */
    promisedOn: date("promised_on"),
    /** Counts its changes, from 1. */
    version: integer("version").notNull().default(1),
    /** The company it was placed for; null if its buyer belonged to none. Its name then, or as the sheet says. */
    companyId: uuid("company_id"),
    company: text("company"),
    /** The fields that the address was composed of; null if it was written as text. */
    shipTo: jsonb("ship_to").$type<ShipTo>(),
  },
  (table) => [
    index("orders_user_id").on(table.userId, table.id.desc()),
    // The indexes below are made while the shop is open, see db/migrations/README.md.
    index("orders_state").on(table.review, table.shipping, table.payment, table.id),
    // One for each sorting of a list.
    index("orders_email").on(table.email, table.id),
    // Ends with the trim, so that the orders of other lines are skipped without being read.
    index("orders_item_trim").on(table.productName, table.id, table.trimId),
    index("orders_quantity").on(table.orderQuantity, table.id),
    index("orders_total_trim").on(table.total, table.id, table.trimId),
    index("orders_company_name")
      .on(sql`lower(${table.company}) text_pattern_ops`)
      .where(sql`${table.company} is not null`),
    index("orders_due").on(sql`coalesce(${table.dueOn}, 'infinity'::date)`, table.id),
    index("orders_wanted_first").on(sql`coalesce(${table.wantedOn}, 'infinity'::date)`, table.id),
    // No list of pending entries: a search then costs the same at any time.
    index("orders_words").using("gin", table.words).with({ fastupdate: false }),
    index("orders_trim_listed").on(table.trimId, table.id).where(sql`${table.review} in ('in-review', 'accepted')`),
    // Ends with what a company's lists ask and count, so that none of its orders is read for that.
    index("orders_company_states")
      .on(table.companyId, table.id, table.review, table.shipping, table.payment, table.trimId)
      .where(sql`${table.companyId} is not null`),
    // What counts against a company's credit limit.
    index("orders_company_due")
      .on(table.companyId, table.id)
      .where(
        sql`${table.companyId} is not null and ${table.review} = 'accepted' and ${table.payment} in ('pending', 'invoiced')`,
      ),
    index("orders_deposit").on(table.id).where(sql`${table.depositPercent} > 0 and ${table.payment} = 'pending'`),
    index("orders_sheet").on(table.sheetId, table.id).where(sql`${table.sheetId} is not null`),
    // By number, because the list is sorted by it; the day only decides whether an order matches.
    index("orders_unpaid_listed")
      .on(table.id, table.dueOn)
      .where(sql`${table.review} = 'accepted' and ${table.payment} = 'invoiced'`),
    // Holds all that the dashboard adds up of what is not paid.
    index("orders_not_paid")
      .on(table.payment, table.dueOn, table.total)
      .where(sql`${table.review} = 'accepted' and ${table.payment} in ('pending', 'invoiced')`),
    check("orders_quantity_positive", sql`${table.orderQuantity} > 0`),
    check("orders_review", isOneOf(table.review, states.review)),
    check("orders_shipping", isOneOf(table.shipping, states.shipping)),
    check("orders_payment", isOneOf(table.payment, states.payment)),
    // Nothing is made or paid before it is accepted, and nothing that has shipped is cancelled.
    check(
      "orders_accepted_first",
      sql`${table.review} in ('accepted', 'cancelled') or (${table.shipping} = 'pending' and ${table.payment} = 'pending')`,
    ),
    check(
      "orders_cancelled_in_time",
      sql`${table.review} <> 'cancelled' or ${table.shipping} not in ('partly-shipped', 'shipped', 'delivered')`,
    ),
    // A part is less than the whole: an order of which everything has left is shipped.
    check(
      "orders_partly_shipped",
      sql`${table.shipping} <> 'partly-shipped' or (${table.shippedPieces} between 1 and ${table.orderQuantity} - 1 and ${table.shippedPieces} is not null)`,
    ),
    check("orders_tolerance", sql`${table.tolerance} between 0 and ${sql.raw(String(TOLERANCE_MAX))}`),
    check("orders_deposit", sql`${table.depositPercent} between 0 and 100`),
    check("orders_due", sql`${table.payment} = 'pending' or ${table.dueOn} is not null`),
  ],
);

/**
 * What orders that were sent together have in common. Address, PO number and wanted day are those of now; lines, pieces
 * and total those as it was sent. Nothing deletes a sheet, nor refers to its buyer, as with orders.
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
    /** The company it was sent for; null if its buyer belonged to none. */
    companyId: uuid("company_id"),
    company: text("company"),
    country: text("country"),
    /** The fields that the address was composed of; null if it was written as text. */
    shipTo: jsonb("ship_to").$type<ShipTo>(),
    poNumber: text("po_number"),
    /** A day in the shop's time zone. */
    wantedOn: date("wanted_on"),
    note: text("note"),
    /** The member of staff who entered it for the buyer; null if the buyer sent it. */
    enteredBy: text("entered_by"),
    /** Counts the changes of its orders, from 1. */
    version: integer("version").notNull().default(1),
    /** How many orders it was sent as, and their pieces. */
    lines: smallint("lines").notNull(),
    pieces: bigint("pieces", { mode: "number" }).notNull(),
    /** Each line rounded to cents, then added. */
    total: numeric("total", { precision: 24, scale: 2 }).notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    words: words("words").generatedAlwaysAs(
      sql`trade_vector(email || ' ' || name || ' ' || coalesce(company, ''), address, phone, po_number, null, total, country)`,
    ),
  },
  (table) => [
    index("order_sheets_user_id").on(table.userId, table.id),
    index("order_sheets_company").on(table.companyId, table.id).where(sql`${table.companyId} is not null`),
    // A number of a purchase order, or its beginning.
    index("order_sheets_po_number")
      .on(sql`lower(${table.poNumber}) text_pattern_ops`)
      .where(sql`${table.poNumber} is not null`),
    index("order_sheets_words").using("gin", table.words).with({ fastupdate: false }),
  ],
);

/** What nobody has been told about an order: that it was placed or cancelled, or its owner that it was placed. */
export const pendingKinds = ["placed", "cancelled", "held-back"] as const;

/**
 * Orders whose mails are still to be written: a row is written with what happens to the order, and deleted with its
 * mails' queueing.
 */
export const pendingOrderNotifications = pgTable("pending_order_notifications", {
  /** In the order in which they were placed. */
  seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid("order_id").notNull(),
  /** Whether the buyer's address was confirmed when it happened. */
  isVerified: boolean("is_verified").notNull(),
  what: text("what", { enum: pendingKinds }).notNull().default("placed"),
});

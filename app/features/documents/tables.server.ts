import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { chargeKinds } from "#app/features/orders/facts.ts";
import { bytes, cents, idColumn, isOneOf, moment, words } from "#app/platform/db/columns.server.ts";

/**
 * The last number of each year. The row stays locked until its invoice is committed, so that a rollback leaves no gap.
 */
export const invoiceCounters = pgTable("invoice_counters", {
  year: integer("year").primaryKey(),
  last: integer("last").notNull(),
});

/** What was invoiced. Triggers allow only inserts. No column refers to an order, whose deletion could not reach it. */
export const invoices = pgTable(
  "invoices",
  {
    id: idColumn(),
    year: integer("year").notNull(),
    serial: integer("serial").notNull(),
    /** `2026-00001` */
    number: text("number").notNull().unique(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** Days in the shop's time zone. */
    issuedOn: date("issued_on").notNull(),
    dueOn: date("due_on").notNull(),
    sheetId: uuid("sheet_id"),
    /** All that it says, as JSON, and its SHA-256 in hexadecimal digits. */
    content: text("content").notNull(),
    sha256: text("sha256").notNull(),
    /** What a search looks into. */
    words: words("words").generatedAlwaysAs(sql`invoice_vector(number, serial, content)`),
  },
  (table) => [
    index("invoices_words").using("gin", table.words).with({ fastupdate: false }),
    unique("invoices_serial").on(table.year, table.serial),
    index("invoices_sheet").on(table.sheetId, table.id).where(sql`${table.sheetId} is not null`),
    check("invoices_serial_positive", sql`${table.serial} > 0`),
    check("invoices_hash", sql`${table.sha256} = encode(sha256(convert_to(${table.content}, 'UTF8')), 'hex')`),
  ],
);

/**
 * Which orders an invoice is for, with the pieces and the sum that it bills of each, its share of the tax included. Once
 * all of it is credited, an order may be on another. Triggers allow only inserts.
 */
export const invoicedOrders = pgTable(
  "invoiced_orders",
  {
    orderId: uuid("order_id").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    pieces: integer("pieces").notNull(),
    amount: cents("amount").notNull(),
    /** What of the amount is freight, with its tax: it is credited with the last of the pieces. */
    freight: cents("freight").notNull().default("0"),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.invoiceId] }),
    index("invoiced_orders_invoice").on(table.invoiceId),
  ],
);

/**
 * What an invoice bills of charges, by the order whose amount bears it; `amount` is before tax, and negative for a
 * discount. Once all of that order is credited, another invoice bills it. Triggers allow only inserts.
 */
export const invoicedCharges = pgTable(
  "invoiced_charges",
  {
    chargeId: uuid("charge_id").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    orderId: uuid("order_id").notNull(),
    kind: text("kind", { enum: chargeKinds }).notNull(),
    reason: text("reason").notNull(),
    amount: cents("amount").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.invoiceId, table.orderId] }),
    index("invoiced_charges_order").on(table.orderId, table.invoiceId),
    check("invoiced_charges_kind", isOneOf(table.kind, chargeKinds)),
  ],
);

/** The last number of each year, as `invoice_counters`. */
export const creditNoteCounters = pgTable("credit_note_counters", {
  year: integer("year").primaryKey(),
  last: integer("last").notNull(),
});

/** What was taken back of an invoice for one of its orders. Triggers allow only inserts. */
export const creditNotes = pgTable(
  "credit_notes",
  {
    id: idColumn(),
    year: integer("year").notNull(),
    serial: integer("serial").notNull(),
    /** `CN-2026-00001` */
    number: text("number").notNull().unique(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** A day in the shop's time zone. */
    issuedOn: date("issued_on").notNull(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    orderId: uuid("order_id").notNull(),
    /** None, if only the price is reduced. */
    pieces: integer("pieces").notNull(),
    /** With its share of the tax. */
    amount: cents("amount").notNull(),
    reason: text("reason").notNull(),
    /** Who issued it. Survives the person's deletion. */
    actorId: uuid("actor_id"),
    /** All that it says, as JSON, and its SHA-256 in hexadecimal digits. */
    content: text("content").notNull(),
    sha256: text("sha256").notNull(),
  },
  (table) => [
    unique("credit_notes_serial").on(table.year, table.serial),
    index("credit_notes_order").on(table.orderId),
    index("credit_notes_invoice").on(table.invoiceId),
    check("credit_notes_serial_positive", sql`${table.serial} > 0`),
    check("credit_notes_something", sql`${table.amount} > 0 and ${table.pieces} >= 0`),
    check("credit_notes_hash", sql`${table.sha256} = encode(sha256(convert_to(${table.content}, 'UTF8')), 'hex')`),
  ],
);

/** Credit notes as they were first printed. Triggers allow only inserts. */
export const printedCreditNotes = pgTable(
  "printed_credit_notes",
  {
    creditNoteId: uuid("credit_note_id")
      .notNull()
      .references(() => creditNotes.id),
    paper: text("paper", { enum: ["A4", "Letter"] }).notNull(),
    bytes: bytes("bytes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.creditNoteId, table.paper] }),
    check("printed_credit_notes_paper", isOneOf(table.paper, ["A4", "Letter"])),
  ],
);

/** Invoices as they were first printed: a later design changes none. Triggers allow only inserts. */
export const printedInvoices = pgTable(
  "printed_invoices",
  {
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    paper: text("paper", { enum: ["A4", "Letter"] }).notNull(),
    bytes: bytes("bytes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.paper] }),
    check("printed_invoices_paper", isOneOf(table.paper, ["A4", "Letter"])),
  ],
);

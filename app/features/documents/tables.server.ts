import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { bytes, idColumn, isOneOf, moment, words } from "#app/platform/db/columns.server.ts";

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

/** Which orders an invoice is for; an order is on one at most. Triggers allow only inserts. */
export const invoicedOrders = pgTable(
  "invoiced_orders",
  {
    orderId: uuid("order_id").primaryKey(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
  },
  (table) => [index("invoiced_orders_invoice").on(table.invoiceId)],
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

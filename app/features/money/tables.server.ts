import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, pgView, text, uuid } from "drizzle-orm/pg-core";
import { invoices } from "#app/features/documents/tables.server.ts";
import { cents, idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";
import { invoiceStates, paymentKinds } from "./facts.ts";

/**
 * What was paid, refunded and written off. An act that concerns several orders has a row for each, under one `booking`.
 * Triggers allow only inserts: a mistake is reversed by another row. No column refers to an order, whose deletion could
 * not reach it.
 */
export const payments = pgTable(
  "payments",
  {
    id: idColumn(),
    /** In the order in which they were booked. */
    seq: bigint("seq", { mode: "number" }).notNull().unique().generatedAlwaysAsIdentity(),
    booking: uuid("booking").notNull(),
    /** Who paid. */
    companyId: uuid("company_id"),
    userId: uuid("user_id"),
    /** What it is for; neither, while money is a company's or buyer's credit. */
    invoiceId: uuid("invoice_id").references(() => invoices.id),
    orderId: uuid("order_id"),
    kind: text("kind", { enum: paymentKinds }).notNull(),
    /** What it takes off the debt; a refund is negative, and so is the reversal of a payment. Credit used is less credit. */
    amount: cents("amount").notNull(),
    /** A day in the shop's time zone. */
    day: date("day").notNull(),
    /** What the bank's statement says, or the number of a cheque. */
    reference: text("reference"),
    reason: text("reason"),
    /** Of a reversal: the row that it undoes. */
    reverses: uuid("reverses").unique(),
    /** Who booked it; null for what was paid before there was this table. Survives the person's deletion. */
    actorId: uuid("actor_id"),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [
    index("payments_order").on(table.orderId).where(sql`${table.orderId} is not null`),
    index("payments_invoice").on(table.invoiceId).where(sql`${table.invoiceId} is not null`),
    index("payments_booking").on(table.booking),
    index("payments_credit").on(table.companyId, table.userId).where(sql`${table.orderId} is null`),
    check("payments_kind", isOneOf(table.kind, paymentKinds)),
    check(
      "payments_sign",
      sql`case ${table.kind} when 'refund' then ${table.amount} < 0 when 'payment' then ${table.amount} > 0 when 'write-off' then ${table.amount} > 0 else ${table.amount} <> 0 end`,
    ),
    check("payments_reverses", sql`(${table.kind} = 'reversal') = (${table.reverses} is not null)`),
  ],
);

/** Invoices that were reminded of. Those with one `mail` were in the same mail. Triggers allow only inserts. */
export const reminders = pgTable(
  "reminders",
  {
    id: idColumn(),
    invoiceId: uuid("invoice_id")
      .notNull()
      .references(() => invoices.id),
    mail: uuid("mail").notNull(),
    /** A day in the shop's time zone. */
    day: date("day").notNull(),
    /** Who sent it. Survives the person's deletion. */
    actorId: uuid("actor_id"),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("reminders_invoice").on(table.invoiceId, table.id)],
);

const sums = () => ({
  billed: cents("billed").notNull(),
  credited: cents("credited").notNull(),
  paid: cents("paid").notNull(),
  refunded: cents("refunded").notNull(),
  writtenOff: cents("written_off").notNull(),
});

/**
 * What happened to each order on each of its invoices: every sum of money comes from here. Reversed rows count as if they
 * had never been. What was paid before an order was invoiced counts towards its first invoice, and until then stands
 * without one. Defined in a migration.
 */
export const orderLedgers = pgView("order_ledgers", {
  invoiceId: uuid("invoice_id"),
  orderId: uuid("order_id").notNull(),
  ...sums(),
}).existing();

const invoiceSumColumns = () => ({
  id: uuid("id").notNull(),
  ...sums(),
  /** What is left to pay; negative, if more was paid. */
  rest: cents("rest").notNull(),
  state: text("state", { enum: invoiceStates }).notNull(),
});

/** The sum of each invoice's ledgers. Defined in a migration. */
export const invoiceSums = pgView("invoice_sums", invoiceSumColumns()).existing();

/** The same with what the invoice says, and its buyer as on its first order. Defined in a migration. */
export const invoiceBalances = pgView("invoice_balances", {
  ...invoiceSumColumns(),
  number: text("number").notNull(),
  year: integer("year").notNull(),
  serial: integer("serial").notNull(),
  issuedOn: date("issued_on").notNull(),
  dueOn: date("due_on").notNull(),
  companyId: uuid("company_id"),
  userId: uuid("user_id"),
  company: text("company"),
  name: text("name").notNull(),
  email: text("email").notNull(),
  poNumber: text("po_number"),
  /** Company, or else the person: what a list sorts by. */
  buyer: text("buyer").notNull(),
}).existing();

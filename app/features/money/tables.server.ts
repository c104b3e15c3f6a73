import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { invoices } from "#app/features/documents/tables.server.ts";
import { cents, idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";
import { paymentKinds } from "./facts.ts";

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

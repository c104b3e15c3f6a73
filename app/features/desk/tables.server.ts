import { bigint, date, integer, numeric, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";

// Kept by the triggers of `orders`, which also keep `buyers`: see docs/decisions/048.

/**
 * What orders add up to, those declined and cancelled left out. The value is each order rounded to cents, then added.
 */
const sums = () => ({
  orders: bigint("orders", { mode: "number" }).notNull(),
  pieces: bigint("pieces", { mode: "number" }).notNull(),
  value: numeric("value", { precision: 30, scale: 2 }).notNull(),
});

/**
 * What was ordered of each product line in each week: the sum of the slots. Several slots, so that buyers of a line do
 * not queue for one row.
 */
export const salesWeeks = pgTable(
  "sales_weeks",
  {
    /** Its Monday, by days in the shop's time zone. */
    week: date("week").notNull(),
    /** Empty for trims without a line. */
    line: text("line").notNull(),
    slot: smallint("slot").notNull(),
    ...sums(),
  },
  (table) => [primaryKey({ columns: [table.week, table.line, table.slot] })],
);

/** What was ordered of each trim in each month. Needs no slots: orders of a trim queue for its stock anyway. */
export const salesMonths = pgTable(
  "sales_months",
  {
    /** Its first day, by days in the shop's time zone. */
    month: date("month").notNull(),
    trimId: uuid("trim_id").notNull(),
    ...sums(),
  },
  (table) => [primaryKey({ columns: [table.month, table.trimId] })],
);

/** What is invoiced and not paid, by the last day to pay: the sum of the slots. */
export const orderDues = pgTable(
  "order_dues",
  {
    dueOn: date("due_on").notNull(),
    slot: smallint("slot").notNull(),
    orders: bigint("orders", { mode: "number" }).notNull(),
    value: numeric("value", { precision: 30, scale: 2 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.dueOn, table.slot] })],
);

/** One row: the calendar of the sums, and from which order number on they hold. The rest is filled in from there. */
export const orderSums = pgTable("order_sums", {
  timeZone: text("time_zone").primaryKey(),
  since: integer("since").notNull(),
});

import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  numeric,
  pgMaterializedView,
  pgTable,
  pgView,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { moment, words } from "#app/platform/db/columns.server.ts";

// What orders add up to. The views are defined in a migration, and counted again by `sums.server.ts`.

/** One row: the time zone by whose days orders are summed, which is the shop's. */
export const orderSums = pgTable("order_sums", { timeZone: text("time_zone").primaryKey() });

/** Which transactions a reader sees. */
const snapshot = customType<{ data: string }>({ dataType: () => "pg_snapshot" });

/**
 * One row: when the sums were counted, by which time zone, and what was committed then. A view like the sums, so that no
 * backup has it: the shop that it restores has other transactions.
 */
export const sumsAsOf = pgMaterializedView("sums_as_of", {
  at: moment("at").notNull(),
  timeZone: text("time_zone").notNull(),
  snapshot: snapshot("snapshot").notNull(),
}).existing();

/** Orders that were declined or cancelled are in no sum. The value is each order rounded to cents, then added. */
const sums = () => ({
  orders: bigint("orders", { mode: "number" }).notNull(),
  pieces: bigint("pieces", { mode: "number" }).notNull(),
  value: numeric("value", { precision: 30, scale: 2 }).notNull(),
});

/** What was ordered of each trim in each week; a week that ends in another month has two rows. */
export const sales = pgMaterializedView("sales", {
  /** Its Monday, and the first of the month: days in the shop's time zone. */
  week: date("week").notNull(),
  month: date("month").notNull(),
  /** Null for orders without a trim. */
  trimId: uuid("trim_id"),
  ...sums(),
}).existing();

const boughtColumns = () => ({
  ...sums(),
  /** What is left to pay of what is invoiced. */
  unpaid: numeric("unpaid", { precision: 30, scale: 2 }).notNull(),
  /** All days with orders, the first and the last of them: days in the shop's time zone. */
  days: date("days").array().notNull(),
  firstOn: date("first_on"),
  lastOn: date("last_on"),
  /** The usual days from one day with orders to the next; null before the third. */
  usualDays: integer("usual_days"),
});

const buyerColumns = () => ({
  /** The `user_id` of orders, which outlives the account. */
  id: uuid("id").notNull(),
  /** As on the latest order. */
  name: text("name").notNull(),
  email: text("email").notNull(),
  /** As on the latest order, or else in the profile. */
  company: text("company"),
  /** Of the latest sheet that names one, or else of the profile. */
  country: text("country"),
  ...boughtColumns(),
});

/** Everybody who has ever ordered, summed as one reads: for a single buyer. */
export const buyersNow = pgView("buyers_now", {
  ...buyerColumns(),
  phone: text("phone").notNull(),
  address: text("address").notNull(),
}).existing();

/** Everybody with orders. */
export const buyers = pgMaterializedView("buyers", {
  ...buyerColumns(),
  /** The day from which the buyer counts as quiet: silent for over six weeks and twice as long as usual. */
  quietOn: date("quiet_on"),
  words: words("words").notNull(),
}).existing();

/** The orders of each company that has some, summed. */
export const companySums = pgMaterializedView("company_sums", {
  id: uuid("id").notNull(),
  ...boughtColumns(),
  quietOn: date("quiet_on"),
}).existing();

/** Who buys: companies, also those without orders, and everybody with orders who belongs to none. */
export const customers = pgView("customers", {
  id: uuid("id").notNull(),
  isCompany: boolean("is_company").notNull(),
  /** Of a company: the number people quote. */
  number: integer("number"),
  name: text("name").notNull(),
  /** Of a company, where its documents go. */
  email: text("email"),
  /** Of a person, as on the latest order, or else in the profile. */
  company: text("company"),
  country: text("country"),
  ...boughtColumns(),
  quietOn: date("quiet_on"),
  words: words("words").notNull(),
}).existing();

/** The words of buyers' names, companies and places, by which typing errors are corrected. */
export const buyerWords = pgMaterializedView("buyer_words", { word: text("word").notNull() }).existing();

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Line } from "#app/contract/line.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { bytes, hasOnly, idColumn, isOneOf, moment, words } from "#app/platform/db/columns.server.ts";
import { familyTraits } from "./contract.ts";
import { certificates, colours, finishes, kinds, materials } from "./facts.ts";

/** Millimetres or another measure, to the hundredth. */
const measure = (name: string) => numeric(name, { precision: 8, scale: 2, mode: "number" });

export const trims = pgTable(
  "trims",
  {
    id: idColumn(),
    /** The article number. */
    number: integer("number").notNull().unique().generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    line: text("line").$type<Line>(),
    description: text("description").notNull(),
    price: numeric("price", { precision: 12, scale: 4 }).notNull(),
    moq: integer("moq").notNull(),
    /** What can still be ordered: stock put in, minus pieces in open orders. */
    quantity: integer("quantity").notNull(),
    img: text("img").notNull(),
    alt: text("alt").notNull(),
    kind: text("kind", { enum: kinds }),
    material: text("material", { enum: materials }),
    finish: text("finish", { enum: finishes }),
    colour: text("colour").$type<(typeof colours)[number]>(),
    colourShade: text("colour_shade"),
    colourHex: text("colour_hex"),
    sizeText: text("size_text"),
    sizeMm: measure("size_mm"),
    sizeMmHeight: measure("size_mm_height"),
    weightGrams: measure("weight_grams"),
    packingUnit: integer("packing_unit"),
    leadTimeDays: integer("lead_time_days"),
    countryOfMake: text("country_of_make"),
    care: text("care"),
    certificates: text("certificates", { enum: certificates }).array(),
    family: text("family"),
    /** The stock below which admins are told; null for twice the minimum. */
    lowStockAt: integer("low_stock_at"),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** When it left the catalogue. The row stays: orders and movements refer to it. */
    removedAt: moment("removed_at"),
    /** What a search looks into: the name with weight A, line and facts with B, the description with C. */
    words: words("words").generatedAlwaysAs(
      sql`case when removed_at is null then trim_search_vector(number, name, line, kind, material, finish, colour, colour_shade, size_text, size_mm, size_mm_height, certificates, description) end`,
    ),
    /** Whether the stock is below the trim's mark. It stays the same for most orders. */
    isLow: boolean("is_low").generatedAlwaysAs(sql`quantity < coalesce(low_stock_at::bigint, 2 * moq::bigint)`),
  },
  (table) => [
    // An order may identify its trim by name alone.
    uniqueIndex("trims_name").on(sql`lower(${table.name})`).where(sql`${table.removedAt} is null`),
    index("trims_line").on(table.line, table.number),
    index("trims_family").on(table.family, table.number),
    index("trims_newest").on(table.createdAt.desc().nullsFirst(), table.number).where(sql`${table.removedAt} is null`),
    index("trims_price").on(table.price, table.number).where(sql`${table.removedAt} is null`),
    index("trims_low").on(table.number).where(sql`${table.isLow} and ${table.removedAt} is null`),
    // No list of pending entries: a search then costs the same at any time.
    index("trims_words").using("gin", table.words).with({ fastupdate: false }),
    check("trims_price_positive", sql`${table.price} >= 0`),
    check("trims_moq_positive", sql`${table.moq} >= 1`),
    check("trims_quantity_not_negative", sql`${table.quantity} >= 0`),
    check("trims_low_stock_not_negative", sql`${table.lowStockAt} >= 0`),
    check("trims_kind", isOneOf(table.kind, kinds)),
    check("trims_material", isOneOf(table.material, materials)),
    check("trims_finish", isOneOf(table.finish, finishes)),
    check("trims_colour", isOneOf(table.colour, colours)),
    check("trims_colour_whole", sql`num_nulls(${table.colour}, ${table.colourHex}) in (0, 2)`),
    check("trims_colour_shade", sql`${table.colourShade} is null or ${table.colour} is not null`),
    check("trims_colour_hex", sql`${table.colourHex} ~ '^#[0-9a-f]{6}$'`),
    check("trims_size_whole", sql`num_nulls(${table.sizeText}, ${table.sizeMm}) in (0, 2)`),
    check("trims_size_height", sql`${table.sizeMmHeight} is null or ${table.sizeMm} is not null`),
    check("trims_size_positive", sql`${table.sizeMm} > 0 and coalesce(${table.sizeMmHeight}, 1) > 0`),
    check("trims_weight_positive", sql`${table.weightGrams} > 0`),
    check("trims_packing_positive", sql`${table.packingUnit} >= 1`),
    check("trims_lead_time_positive", sql`${table.leadTimeDays} >= 1`),
    check("trims_country", sql`${table.countryOfMake} ~ '^[A-Z]{2}$'`),
    check("trims_certificates", hasOnly(table.certificates, certificates)),
    check("trims_family", sql`${table.family} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
);

/**
 * The words of the catalogue, with the number of trims that have each. Kept by triggers; used to correct what is typed.
 */
export const trimWords = pgTable("trim_words", {
  word: text("word").primaryKey(),
  trims: integer("trims").notNull(),
});

/** What is known about a family apart from its trims, which refer to it by its slug. */
export const families = pgTable(
  "families",
  {
    slug: text("slug").primaryKey(),
    name: text("name").notNull(),
    differBy: text("differ_by", { enum: familyTraits }).array().notNull(),
  },
  (table) => [
    check("families_slug", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check("families_differ_by", hasOnly(table.differBy, familyTraits)),
  ],
);

/**
 * What a piece costs from each quantity on; the trim's own price applies from its minimum on. Triggers make sure that
 * each trim has at most five breaks, all above its minimum, with falling prices.
 */
export const priceBreaks = pgTable(
  "price_breaks",
  {
    trimId: uuid("trim_id")
      .notNull()
      .references(() => trims.id),
    from: integer("from").notNull(),
    price: numeric("price", { precision: 12, scale: 4 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.trimId, table.from] }),
    check("price_breaks_price_not_negative", sql`${table.price} >= 0`),
  ],
);

/** People who asked to be told when a trim is back; deleted once the mail is in the outbox. */
export const watches = pgTable(
  "watches",
  {
    id: idColumn(),
    trimId: uuid("trim_id")
      .notNull()
      .references(() => trims.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [unique("watches_once").on(table.trimId, table.userId), index("watches_user_id").on(table.userId)],
);

/** Pieces added or removed by hand. Their sum = `trims.quantity` + pieces of open orders. */
export const stockMovements = pgTable(
  "stock_movements",
  {
    id: idColumn(),
    trimId: uuid("trim_id")
      .notNull()
      .references(() => trims.id),
    /** The admin's e-mail at the time; null for a trim's first stock. */
    email: text("email"),
    delta: integer("delta").notNull(),
    why: text("why").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [index("stock_movements_trim_id").on(table.trimId, table.createdAt)],
);

/**
 * The trims whose low stock has been reported to admins. `forgetLowStock` deletes each once its stock is no longer low.
 */
export const lowStockNotified = pgTable("low_stock_notified", {
  trimId: uuid("trim_id")
    .primaryKey()
    .references(() => trims.id),
  notifiedAt: moment("notified_at").notNull().default(sql`now()`),
});

/**
 * How often each trim was ordered: 0 at first, then counted with the sums of orders (`orders/sums/sums.server.ts`). Separate
 * from the trim, whose indexes would otherwise change with it.
 */
export const trimOrders = pgTable(
  "trim_orders",
  {
    trimId: uuid("trim_id")
      .primaryKey()
      .references(() => trims.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    orders: integer("orders").notNull(),
  },
  (table) => [index("trim_orders_most").on(table.orders.desc().nullsFirst(), table.number)],
);

/** Pictures uploaded by admins, in each size and encoding. The content under a name never changes. */
export const uploads = pgTable("uploads", {
  /** `<sha256 of the upload>.webp` and its siblings. */
  file: text("file").primaryKey(),
  type: text("type").notNull(),
  bytes: bytes("bytes").notNull(),
  createdAt: moment("created_at").notNull().default(sql`now()`),
});

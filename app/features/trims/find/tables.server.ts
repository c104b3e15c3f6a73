import { bigint, customType, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { Line } from "#app/contract/line.ts";
import { certificates, type colours, finishes, materials } from "#app/features/trims/facts.ts";
import { measure } from "#app/features/trims/tables.server.ts";

/**
 * Every combination of the properties that a list is filtered by, with the number of trims in the catalogue that have
 * it. Kept by triggers, so that counts of choices do not count trims.
 */
export const trimFacets = pgTable("trim_facets", {
  key: bigint("key", { mode: "bigint" }).primaryKey(),
  line: text("line").$type<Line>(),
  finish: text("finish", { enum: finishes }),
  colour: text("colour").$type<(typeof colours)[number]>(),
  material: text("material", { enum: materials }),
  sizeMm: measure("size_mm"),
  sizeText: text("size_text"),
  certificates: text("certificates", { enum: certificates }).array(),
  trims: integer("trims").notNull(),
});

/** A bit for each trim of a part of the catalogue, whose numbers begin at 4096 × part. */
const bits = customType<{ data: string }>({ dataType: () => "bit(4096)" });

/**
 * Which trims have a word in their name; in name, line or facts; or anywhere. After an equals sign, which trims have a
 * property: `=finish copper`. The word `=` has all trims of the catalogue. Kept by triggers.
 */
export const trimBits = pgTable(
  "trim_bits",
  {
    word: text("word").notNull(),
    part: integer("part").notNull(),
    name: bits("name").notNull(),
    facts: bits("facts").notNull(),
    anywhere: bits("anywhere").notNull(),
  },
  (table) => [primaryKey({ columns: [table.word, table.part] })],
);

/**
 * The words of the catalogue, with the number of trims that have each. Kept by triggers; used to correct what is typed.
 */
export const trimWords = pgTable("trim_words", {
  word: text("word").primaryKey(),
  trims: integer("trims").notNull(),
});

/**
 * The stock of each trim, in eight classes to a doubling. It is apart from the trim, whose words and other indexes
 * would all be rewritten with each change of class. Kept by triggers.
 */
export const trimStocks = pgTable(
  "trim_stocks",
  {
    number: integer("number").primaryKey(),
    step: smallint("step").notNull(),
    /** The trim's combination of properties. Not read any more since `trim_stock_bits`: a later release drops it. */
    facets: bigint("facets", { mode: "bigint" }),
  },
  (table) => [index("trim_stocks_steps").on(table.step, table.number)],
);

/**
 * The classes of `trim_stocks` as bits: for each trim of a part, the eight digits of its class, lowest first. A part
 * without a row is not known yet. Kept by `fold_stock_moves`, for many trims at a time.
 */
export const trimStockBits = pgTable("trim_stock_bits", {
  part: integer("part").primaryKey(),
  digits: bits("digits").array().notNull(),
});

/**
 * The trims whose class has changed since `trim_stock_bits` was written. Only added to, so that no order waits for
 * another.
 */
export const trimStockMoves = pgTable("trim_stock_moves", {
  id: bigint("id", { mode: "number" }).notNull().generatedByDefaultAsIdentity(),
  number: integer("number").notNull(),
});

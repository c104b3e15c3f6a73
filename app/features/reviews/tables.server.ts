import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import { idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";
import { hideReasons } from "./facts.ts";

export const reviews = pgTable(
  "reviews",
  {
    id: idColumn(),
    /** Null without an account; when it is deleted, a trigger removes name, e-mail and photo. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    review: text("review").notNull(),
    ratings: smallint("ratings").notNull(),
    img: text("img"),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** Since when only admins see it; null while everybody does. */
    hiddenAt: moment("hidden_at"),
    /** The admin, who may be gone. */
    hiddenBy: uuid("hidden_by"),
    hiddenReason: text("hidden_reason", { enum: hideReasons }),
    /** The reason in words, for the writer. */
    hiddenNote: text("hidden_note"),
    /** What the shop answers, below the review. */
    answer: text("answer"),
    answeredAt: moment("answered_at"),
    /** The admin, who may be gone. */
    answeredBy: uuid("answered_by"),
  },
  (table) => [
    index("reviews_user_id").on(table.userId, table.id),
    // The indexes below are made while the shop is open, see db/migrations/README.md.
    index("reviews_ratings").on(table.ratings, table.id.desc().nullsFirst()),
    index("reviews_hidden").on(table.id).where(sql`${table.hiddenAt} is not null`),
    index("reviews_open").on(table.id).where(sql`${table.hiddenAt} is null and ${table.answer} is null`),
    index("reviews_answered").on(table.id).where(sql`${table.hiddenAt} is null and ${table.answer} is not null`),
    index("reviews_words").using("gin", reviewWords(table)).with({ fastupdate: false }),
    check("reviews_ratings_range", sql`${table.ratings} between 4 and 5`),
    check("reviews_hidden_reason", isOneOf(table.hiddenReason, hideReasons)),
    check(
      "reviews_hidden_whole",
      sql`num_nulls(${table.hiddenAt}, ${table.hiddenReason}, ${table.hiddenNote}) in (0, 3)`,
    ),
    check("reviews_answer_whole", sql`num_nulls(${table.answer}, ${table.answeredAt}) in (0, 2)`),
  ],
);

type WordColumns = Record<"name" | "email" | "review", AnyPgColumn>;

/** The words a review is found by; its index holds the same expression. */
export function reviewWords({ name, email, review }: WordColumns): SQL {
  return sql`search_vector(${name} || ' ' || ${email} || ' ' || ${review})`;
}

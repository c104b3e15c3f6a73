import { eq, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, customType, numeric, timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";
import { foldWords } from "#app/contract/text.ts";

/** The largest number an `integer` column can hold. */
export const MAX_INTEGER = 2_147_483_647;

/** A UUIDv7 that we make: it sorts by time, and every PostgreSQL from 15 on can store it. */
export function newId(): string {
  return v7();
}

/** The primary key of all our tables. */
export const idColumn = () => uuid("id").primaryKey().$defaultFn(newId);

/** A moment as ISO 8601 text in UTC, just as the API sends it. */
export const moment = customType<{ data: string; driverData: Date | string }>({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

/** A moment as a Date, to the microsecond in the table. */
export const when = (name: string) => timestamp(name, { withTimezone: true });

/** When a row was written. */
export const created = () => when("created_at").notNull().defaultNow();

/** An amount of money in dollars and cents, as decimal text. */
export const cents = (name: string) => numeric(name, { precision: 24, scale: 2 });

/** A file, as it is. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => "bytea" });

/** True of the row with this id, or with the number people quote. */
export function isNamed(table: { id: AnyPgColumn; number: AnyPgColumn }, idOrNumber: string | number): SQL {
  return typeof idOrNumber === "number" ? eq(table.number, idOrNumber) : eq(table.id, idOrNumber);
}

/** The words of other columns, maintained by PostgreSQL, for `matchesWords`. */
export const words = customType<{ data: string }>({ dataType: () => "tsvector" });

/** True if each word of `q` starts a word of the indexed text. A `q` without words matches nothing. */
export function matchesWords(indexed: AnyPgColumn | SQL, q: string): SQL {
  return sql`${indexed} @@ ${toQuery(q)}`;
}

/** True if the words match this `tsquery`, as `readSearchTerms` makes it. Without one, nothing matches. */
export function matchesQuery(indexed: AnyPgColumn | SQL, query: string | undefined): SQL {
  return query === undefined ? sql`false` : sql`${indexed} @@ ${query}::tsquery`;
}

/** What was typed, folded as the words in tables are. */
function toQuery(q: string): SQL {
  return sql`search_query(${foldWords(q)})`;
}

/** For a check: the column holds one of these words, or null. */
export function isOneOf(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${quoted(words)})`;
}

/** For a check: the array holds only these words. */
export function hasOnly(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} <@ array[${quoted(words)}]`;
}

/** As literals, because a table definition takes no parameters. */
function quoted(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", "));
}

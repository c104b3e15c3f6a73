import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, customType, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";

/** The largest number that a column of the type `integer` holds. */
export const MAX_INTEGER = 2_147_483_647;

/** A UUIDv7 made by us: it sorts by time, and every PostgreSQL from 15 on can keep it. */
export function newId(): string {
  return v7();
}

/** The primary key every table of ours has. */
export const idColumn = () => uuid("id").primaryKey().$defaultFn(newId);

/** A moment, as ISO 8601 text in UTC: the shape it has on the wire. */
export const moment = customType<{ data: string; driverData: Date | string }>({
  dataType: () => "timestamp(3) with time zone",
  fromDriver: (value) => new Date(value).toISOString(),
});

/** The words of other columns, kept by PostgreSQL, for `matchesWords`. */
export const words = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Each word of `q` begins a word of the text whose words these are. Without any word in `q`, nothing matches. */
export function matchesWords(indexed: AnyPgColumn | SQL, q: string): SQL {
  return sql`${indexed} @@ search_query(${q})`;
}

/** For a check: the column holds one of these words, or nothing. */
export function isOneOf(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${quoted(words)})`;
}

/** For a check: the array holds nothing but these words. */
export function hasOnly(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} <@ array[${quoted(words)}]`;
}

/** As literals: what stands in the definition of a table takes no parameters. */
function quoted(words: readonly string[]): SQL {
  return sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", "));
}

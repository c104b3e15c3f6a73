import { asc, desc, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/**
 * What a list is sorted by: these columns, of which the last is unique. Of each sorting, pages are read by keyset.
 * `forNull` stands for null in a column, worded as in its index.
 */
export type Keyset = readonly { column: AnyPgColumn; isDown?: boolean; forNull?: SQL }[];

const keyOf = ({ column, forNull }: Keyset[number]) =>
  forNull ? sql`coalesce(${column}, ${forNull})` : sql`${column}`;

/** The `order by` clause. */
export function orderByKeyset(keyset: Keyset): SQL {
  const columns = keyset.map((key) => (key.isDown ? desc(keyOf(key)) : asc(keyOf(key))));
  return sql.join(columns, sql`, `);
}

/**
 * The rows after the one with these values in the columns; all rows without them. If all columns are sorted in one
 * direction, rows are compared as wholes, which an index on the columns answers at once.
 */
export function afterKeyset(keyset: Keyset, values: readonly unknown[] | undefined): SQL | undefined {
  const [first, ...rest] = keyset;
  if (!values || !first) return undefined;
  const isUniform = rest.every(({ isDown = false }) => isDown === Boolean(first.isDown));
  const params = keyset.map(({ column }, at) => sql.param(values[at], column));
  if (isUniform) {
    const columns = keyset.map(keyOf);
    return sql`(${sql.join(columns, sql`, `)}) ${than(first)} (${sql.join(params, sql`, `)})`;
  }
  const [param] = params;
  // The first condition is for an index, which has no use for alternatives.
  const behind = or(sql`${keyOf(first)} ${than(first)} ${param}`, afterKeyset(rest, values.slice(1)));
  return sql`${keyOf(first)} ${than(first)}= ${param} and ${behind}`;
}

const than = ({ isDown }: Keyset[number]) => sql.raw(isDown ? "<" : ">");

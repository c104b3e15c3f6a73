import { and, gte, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** From the first of these days to the last, both included; either may be open. */
export type Days = { from?: string | undefined; to?: string | undefined; timeZone: string };

/**
 * Whether a row was created on one of these days. Ids begin with the time, so their index finds the days, give or take
 * how far two clocks differ; the exact hours are the column's. The hours are hidden from the planner, which does not
 * know how ids and times relate: it would expect few rows for a day, and sort them all.
 */
export function isWithinDays(
  { id, createdAt }: { id: AnyPgColumn; createdAt: AnyPgColumn },
  { from, to, timeZone }: Days,
): SQL | undefined {
  const first = from ? sql`${from}::date::timestamp at time zone ${timeZone}` : undefined;
  const next = to ? sql`(${to}::date + 1)::timestamp at time zone ${timeZone}` : undefined;
  const hours = and(first && sql`${createdAt} >= ${first}`, next && sql`${createdAt} < ${next}`);
  return and(
    first && gte(id, idAt(sql`${first} - ${CLOCKS_DIFFER}::interval`)),
    next && lte(id, idAt(sql`${next} + ${CLOCKS_DIFFER}::interval`)),
    hours && sql`coalesce(${hours}, false)`,
  );
}

/** A day, or the last of all for a row without one: worded as in the indexes of such days. */
export function dayOrNever(column: AnyPgColumn): SQL {
  return sql`coalesce(${column}, 'infinity'::date)`;
}

/** No process's clock is further from the database's than this. */
const CLOCKS_DIFFER = "2 hours";

/** The smallest id of that moment (UUIDv7). */
function idAt(moment: SQL): SQL {
  const ms = sql`greatest(0, extract(epoch from ${moment}) * 1000)::bigint`;
  return sql`rpad(lpad(to_hex(${ms}), 12, '0'), 32, '0')::uuid`;
}

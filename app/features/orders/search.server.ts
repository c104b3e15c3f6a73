import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER, matchesWords } from "#app/platform/db/columns.server.ts";
import { orderBuyers, orderCounts, orderItems, orders } from "./tables.server.ts";

/** Searches are counted up to here: a person does not tell more apart, and no count may read a million rows. */
export const COUNT_LIMIT = 1000;
/** More names than there can be. */
export const ALL_NAMES = 1_000_000_000;

/** Which orders: those of one person or of all, and what is searched for. */
export type Filter = { userId?: string; q?: string | undefined };

/** Names of items or buyers: how many, with how many orders, and which; null when there are more than were asked for. */
export type Names = { count: number; orders: number; names: { email?: string; name: string }[] | null };

/** Where the orders of a search are: each is of one of these items, of one of these buyers, or of both kinds in part. */
export type Sources = {
  /** Items that have all the words: all their orders are found. */
  items: Names;
  /** Buyers that have all the words: all their orders are found. */
  buyers: Names;
  /** Buyers that have the words which some item lacks: their orders of such items are found. */
  partly: Names;
  /** How many orders there are. */
  total: number;
};

/**
 * Looks up the words in the names of items and buyers. What it reads ends with `most` names of a kind, also when a word
 * is in all of them.
 */
export async function findSources(db: Db | Tx, q: string, most: number = COUNT_LIMIT): Promise<Sources> {
  const all = sql`search_query(${q})`;
  const buyer = sql`select ${orderBuyers.email}, ${orderBuyers.name}, ${orderBuyers.orders} from ${orderBuyers}`;
  const { rows } = await db.execute<Sources>(sql`
    with typed as materialized (
      select word::tsquery as word from unnest(string_to_array(${all}::text, ' & ')) as word
    ),
    lacking as (
      select string_agg(distinct '(' || rest || ')', ' | ')::tsquery as rests from (
        select (select string_agg(word::text, ' & ' order by word) from typed where not words @@ word) as rest
        from ${orderItems} where words @@ (select string_agg(word::text, ' | ')::tsquery from typed)
      ) as item where (select count(*) > 1 from typed)
    ),
    items as (select name, orders from ${orderItems} where words @@ ${all} limit ${most + 1}),
    buyers as (${buyer} where words @@ ${all} limit ${most + 1}),
    partly as (${buyer} where words @@ (select rests from lacking) limit ${most + 1})
    select ${sum(sql`items`, most)} as items, ${sum(sql`buyers`, most)} as buyers, ${sum(sql`partly`, most)} as partly,
      (${total})::int as total`);
  const [sources] = rows;
  if (!sources) throw new Error("a summary without a row");
  return sources;
}

function sum(found: SQL, most: number): SQL {
  return sql`(select json_build_object('count', count(*), 'orders', coalesce(sum(orders), 0),
    'names', case when count(*) <= ${most} then coalesce(json_agg(found), '[]') end) from ${found} as found)`;
}

const total = sql`select coalesce(sum(${orderCounts.count}), 0) from ${orderCounts}`;

/** How many orders there are. */
export async function countAll(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select (${total})::int as total`);
  return rows[0]?.total ?? 0;
}

/** What an order must be to be found, said of its own row. */
export function matching(filter: Filter): SQL | undefined {
  return and(ofPerson(filter), searched(filter));
}

export function ofPerson({ userId }: Filter): SQL | undefined {
  return userId === undefined ? undefined : eq(orders.userId, userId);
}

export function searched({ q }: Filter): SQL | undefined {
  return q === undefined ? undefined : or(hasWords(q), ...nameWays(q));
}

export function hasWords(q: string): SQL {
  return matchesWords(orders.words, q);
}

/** An order is found besides by its number as it is written, and how the id begins. */
export function nameWays(q: string): SQL[] {
  const number = /^(?:no\.?|#)?\s*0*([1-9][0-9]{0,9})$/i.exec(q)?.[1];
  const digits = /^[0-9a-f-]{8,36}$/i.test(q) ? q.toLowerCase().replaceAll("-", "") : "";
  return [
    ...(number && Number(number) <= MAX_INTEGER ? [eq(orders.number, Number(number))] : []),
    ...(digits.length >= 8 && digits.length <= 32
      ? [sql`${orders.id} between ${digits.padEnd(32, "0")}::uuid and ${digits.padEnd(32, "f")}::uuid`]
      : []),
  ];
}

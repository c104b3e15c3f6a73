import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import {
  mayHaveOtherMill,
  millOf,
  orderBuyers,
  orderCounts,
  orderItems,
  orders,
} from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesWords, toQuery } from "#app/platform/db/columns.server.ts";
import { type Filter, traits } from "./filter.server.ts";
import { nameWays } from "./named.server.ts";

/** Searches are counted up to the rows of the longest page: counting a thousand costs more than the page itself. */
export const COUNT_LIMIT = 250;
/** How many names of a kind are looked up at first. */
const MOST_NAMES = 1000;
/** More names than can exist. */
export const ALL_NAMES = 1_000_000_000;

/** Names of items or buyers, and how many orders they have; if there are more than were asked for, only those. */
export type Names = {
  count: number;
  orders: number;
  /** Whether these are all. */
  isAll: boolean;
  /**
   * Finds them, the buyers with their e-mail: looking them up again costs less than sending them to the shop and back.
   */
  from: SQL;
};

/**
 * Where to find matching orders: each is for one of these items, from one of these buyers, or matches partly by both.
 */
export type Sources = {
  /** Items with all the words: all their orders match. */
  items: Names;
  /** Buyers with all the words: all their orders match. */
  buyers: Names;
  /** Items with some of the words, and buyers with the words that one of them lacks: orders of both may match. */
  partly: {
    items: Names;
    buyers: Names;
    /** All these items lack the same words. */
    isOneRest: boolean;
    /** The mill of these buyers, if there are many of them and it has no others. */
    mill: string | null;
  };
  /** The number of orders. */
  total: number;
};

/**
 * Looks up the words in the names of items and buyers. Stops after `most` names of a kind, even if all contain a word.
 * Items come first: they determine which words are required of buyers, and PostgreSQL plans that better when it knows
 * the words.
 */
export async function findSources(db: Db | Tx, q: string, most: number = MOST_NAMES): Promise<Sources> {
  const all = toQuery(q);
  const { rows } = await db.execute<Met>(sql`
    with typed as materialized (
      select word::tsquery as word from unnest(string_to_array(${all}::text, ' & ')) as word
    ),
    lacking as materialized (
      select orders - ended as orders,
        array(select word::text from typed where not words @@ word order by word) as rest
      from ${orderItems} where words @@ (select string_agg(word::text, ' | ')::tsquery from typed)
        and not words @@ ${all}
    ),
    items as (select orders - ended as orders from ${orderItems} where words @@ ${all} limit ${most + 1}),
    buyers as (${buyer} where words @@ ${all} and (select count(*) from typed) = 1 limit ${most + 1}),
    some_items as (select orders from lacking limit ${most + 1})
    select ${sum(sql`items`, most)} as items, ${sum(sql`buyers`, most)} as buyers,
      ${sum(sql`some_items`, most)} as "someItems",
      (select coalesce(json_agg(word::text), '[]') from typed) as words,
      (select coalesce(json_agg(distinct rest), '[]') from lacking) as rests,
      (${total})::int as total`);
  const [met] = rows;
  if (!met) throw new Error("a summary without a row");
  const { items, someItems, words, total: orderCount } = met;
  const rests = leastOf(met.rests);
  const { buyers, someBuyers, mill } =
    words.length > 1
      ? await findBuyers(db, { words, rests }, most)
      : { buyers: met.buyers, someBuyers: none, mill: null };
  const [isNamed, isPartly] = [
    sql`words @@ ${all}`,
    sql`words @@ ${words.join(" | ")}::tsquery and not words @@ ${all}`,
  ];
  return {
    items: { ...items, from: itemsWith(isNamed) },
    buyers: { ...buyers, from: buyersWith(isNamed) },
    partly: {
      items: { ...someItems, from: itemsWith(isPartly) },
      buyers: { ...someBuyers, from: buyersWith(askedOf(rests)) },
      isOneRest: met.rests.length === 1,
      mill,
    },
    total: orderCount,
  };
}

// Planned separately: together with the conditions on each name, PostgreSQL might as well read all names as an index.
const itemsWith = (words: SQL) => sql`(select name from ${orderItems} where ${words} offset 0)`;
const buyersWith = (words: SQL) => sql`(select email, name from ${orderBuyers} where ${words} offset 0)`;

type Summed = Omit<Names, "from">;

/** What the first query says. */
type Met = {
  items: Summed;
  buyers: Summed;
  someItems: Summed;
  total: number;
  words: string[];
  /** The words that buyers must have, where some items have only the others. */
  rests: string[][];
};

const none: Summed = { count: 0, orders: 0, isAll: true };

const buyer = sql`select orders - ended as orders from ${orderBuyers}`;

/** From this many buyers on, a mill's orders are read as a whole. */
const MANY_BUYERS = 20;

/** How many of the words that buyers must have are shown to the planner. */
const MOST_SHOWN = 4;

/**
 * Without those that contain another: a buyer with the words of the longer set also has those of the shorter, and the
 * index is queried for each word of each.
 */
function leastOf(rests: string[][]): string[][] {
  const least: string[][] = [];
  for (const rest of rests.toSorted((a, b) => a.length - b.length))
    if (!least.some((other) => other.every((word) => rest.includes(word)))) least.push(rest);
  return least;
}

/** Whether a buyer has the words that some item lacks, apart from the other conditions. */
function askedOf(rests: string[][]): SQL {
  if (rests.length === 0) return sql`false`;
  const any = rests.map((rest) => `(${rest.join(" & ")})`).join(" | ");
  // PostgreSQL underestimates the cost of comparing words: for many words it would read every buyer instead of their
  // index.
  return rests.flat().length > MOST_SHOWN ? sql`words @@ (select ${any}::tsquery)` : sql`words @@ ${any}::tsquery`;
}

/**
 * Buyers with all the words, and those with the words that some item lacks. If nobody has one of the words, as is usual
 * for a word of items, nobody has all; the index would gather every buyer with the other words before it found out.
 */
async function findBuyers(db: Db | Tx, { words, rests }: Pick<Met, "words" | "rests">, most: number) {
  // Asked for one row, PostgreSQL would scan the table for a rare word. Words that items have come first: if buyers
  // lack one, the others are not looked up.
  const lacked = (word: string) => rests.filter((rest) => rest.includes(word)).length;
  const known = words
    .toSorted((a, b) => lacked(a) - lacked(b))
    .map(
      (word) => sql`(select count(*) from (select from ${orderBuyers} where words @@ ${word}::tsquery
      limit ${MOST_NAMES}) as having_word) > 0`,
    );
  const { rows } = await db.execute<{ buyers: Summed; someBuyers: Summed; mill: string | null }>(sql`
    with buyers as (
      ${buyer} where words @@ ${words.join(" & ")}::tsquery and ${sql.join(known, sql` and `)} limit ${most + 1}
    ),
    some_buyers as materialized (
      select orders - ended as orders, email from ${orderBuyers} where ${askedOf(rests)}
    ),
    whole_mill as materialized (${wholeMill(rests, most)})
    select ${sum(sql`buyers`, most)} as buyers, (select mill from whole_mill) as mill,
      coalesce((select json_build_object('count', buyers, 'orders', buyers * orders, 'isAll', true) from whole_mill),
        ${sum(sql`(${buyer} where ${askedOf(rests)} limit ${most + 1})`, most)}) as "someBuyers"`);
  const [found] = rows;
  if (!found) throw new Error("a summary without a row");
  return found;
}

/**
 * The mill of `some_buyers`, with the number of its buyers and of the orders of one of them. It is the first buyer's
 * mill, if no buyer has the typed words but not the mill's, or the mill's but not the typed ones. (The latter is
 * impossible if the mill's word alone satisfies what was typed.) The index of words shows this without reading a buyer.
 */
function wholeMill([words, ...others]: string[][], most: number): SQL {
  if (!words || others.length > 0) return sql`select null as mill, 0 as buyers, 0 as orders where false`;
  const rest = sql`${words.join(" & ")}::tsquery`;
  const mill = millOf(orderBuyers.email);
  return sql`with likely as materialized (
      select mill, buyers, orders, word::text::tsquery as word, word @@ ${rest} as is_typed
      from (select mill, avg(orders) as orders
        from (select orders, ${millOf(sql`email`)} as mill from some_buyers limit ${MANY_BUYERS}) as first
        group by mill having count(*) = ${MANY_BUYERS} and mill like '@%') as theirs
      cross join lateral (select count(*) as buyers from (select from ${orderBuyers} where ${mill} = theirs.mill
        order by ${mill} limit ${most + 1}) as all_buyers) as counted
      cross join lateral array_to_tsvector(array[lower(mill)]) as word
      where buyers <= ${most}
    ),
    apart as materialized (
      select from ${orderBuyers} where words @@ (
        select case when is_typed then ${rest} && !!word else (${rest} && !!word) || (word && !!${rest}) end from likely)
    ),
    elsewhere as materialized (
      select ${mill} as mill, words from ${orderBuyers} where ${mayHaveOtherMill(orderBuyers)} order by ${orderBuyers.email}
    )
    select * from likely where not exists (select from apart)
      and not exists (select from elsewhere where words @@ likely.word and mill <> likely.mill)`;
}

function sum(found: SQL, most: number): SQL {
  return sql`(select json_build_object('count', count(*), 'orders', coalesce(sum(orders), 0), 'isAll', count(*) <= ${most})
    from ${found} as found)`;
}

const isListed = inArray(orderCounts.review, ["in review", "accepted"]);
const total = sql`select coalesce(sum(${orderCounts.count}), 0) from ${orderCounts} where ${isListed}`;

/** The number of orders that are neither declined nor cancelled. */
export async function countAll(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select (${total})::int as total`);
  return rows[0]?.total ?? 0;
}

/** The condition for a match, in terms of the order's own row. */
export function matching(filter: Filter): SQL | undefined {
  return and(ofPerson(filter), traits(filter), searched(filter));
}

function ofPerson({ userId }: Filter): SQL | undefined {
  return userId === undefined ? undefined : eq(orders.userId, userId);
}

/** Holds for orders whose words, or whose buyer, item, sheet or PO number, what was typed may name. */
export function searched({ q, sheets }: Filter): SQL | undefined {
  return q === undefined ? undefined : or(hasWords(q), ...nameWays(q, sheets));
}

/** Holds for orders whose own words match what was typed. */
export function hasWords(q: string): SQL {
  return matchesWords(orders.words, q);
}

import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER, matchesWords } from "#app/platform/db/columns.server.ts";
import { orderCounts, orders } from "./tables.server.ts";

/** Which orders: those of one person or of all, and what is searched for. */
export type Filter = { userId?: string; q?: string | undefined };

/** What is known of a search before it is run. */
export type Outlook = {
  /** How many orders it will find, as far as PostgreSQL knows. */
  expected: number;
  /** How many there are. */
  total: number;
  /** Of several words one that is in few orders: read by the index alone, the others looked up in those rows. */
  rareWord: string | undefined;
};

/** PostgreSQL takes a rare word for one in two hundred rows: below this part of all, its estimate says nothing. */
const KNOWN_PART = 0.01;
const WORDS_WEIGHED = 6;
/** So many of the newest orders tell whether frequent words stand in the same ones. */
const SAMPLE = 2000;

/** Looks ahead at a search, by what PostgreSQL knows of how frequent its words are. */
export async function lookAhead(db: Db | Tx, filter: Filter): Promise<Outlook> {
  const [words, expected, total] = await Promise.all([
    listWords(db, filter.q ?? ""),
    estimate(db, matching(filter)),
    countAll(db),
  ]);
  if (words.length === 1) return { expected, total, rareWord: undefined };
  const parts = await Promise.all(words.map((word) => estimate(db, sql`${orders.words} @@ ${word}::tsquery`)));
  const least = Math.min(...parts);
  const rareWord = least <= total * KNOWN_PART ? words[parts.indexOf(least)] : undefined;
  const isTrue = expected <= total * KNOWN_PART || (await standsTogether(db, filter, expected / total));
  return { expected: isTrue ? expected : 0, total, rareWord };
}

/** Whether far more than `most` are expected: a number that is sure enough to act on. */
export function isFarMore({ expected, total }: Outlook, most: number): boolean {
  return expected > Math.max(3 * most, total * KNOWN_PART);
}

/** Whether walking a list in its order meets `limit` matches sooner than gathering all of them would take. */
export function meetsSoon({ expected, total }: Outlook, limit: number): boolean {
  return expected > Math.max(Math.sqrt(limit * total), total * KNOWN_PART);
}

export async function countAll(db: Db | Tx): Promise<number> {
  const total = sql`coalesce(sum(${orderCounts.count}), 0)`.mapWith(Number);
  const [row] = await db.select({ total }).from(orderCounts);
  return row?.total ?? 0;
}

export function matching(filter: Filter): SQL | undefined {
  return and(ofPerson(filter), searched(filter));
}

export function ofPerson({ userId }: Filter): SQL | undefined {
  return userId === undefined ? undefined : eq(orders.userId, userId);
}

export function searched({ q }: Filter): SQL | undefined {
  return q === undefined ? undefined : oneOf([matchesWords(orders.words, q), ...otherWays(q)]);
}

/**
 * The condition for gathering: of a rare and a frequent word the index would first collect the long list of the frequent one.
 * Here it is asked for the rare one alone; the form of the whole condition keeps it from being asked for more.
 */
export function gathering(filter: Filter, { rareWord }: Outlook): SQL | undefined {
  if (filter.q === undefined || rareWord === undefined) return matching(filter);
  const others = otherWays(filter.q);
  const words = sql`coalesce(${orders.words}, ${orders.words})`;
  return and(
    ofPerson(filter),
    oneOf([sql`${orders.words} @@ ${rareWord}::tsquery`, ...others]),
    oneOf([matchesWords(words, filter.q), ...others]),
  );
}

/** Besides the words of buyer and item: the number as it is written, and how the id begins. */
function otherWays(q: string): SQL[] {
  const number = /^(?:no\.?|#)?\s*0*([1-9][0-9]{0,9})$/i.exec(q)?.[1];
  const digits = /^[0-9a-f-]{8,36}$/i.test(q) ? q.toLowerCase().replaceAll("-", "") : "";
  return [
    ...(number && Number(number) <= MAX_INTEGER ? [eq(orders.number, Number(number))] : []),
    ...(digits.length >= 8 && digits.length <= 32
      ? [sql`${orders.id} between ${digits.padEnd(32, "0")}::uuid and ${digits.padEnd(32, "f")}::uuid`]
      : []),
  ];
}

function oneOf(ways: SQL[]): SQL {
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** The words as PostgreSQL cuts them, each a query of its own; of many the longest, which are the rarest. */
async function listWords(db: Db | Tx, q: string): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(
    sql`select word from unnest(string_to_array(search_query(${q})::text, ' & ')) as word
      order by length(word) desc limit ${WORDS_WEIGHED}`,
  );
  return rows.map(({ word }) => word);
}

async function estimate(db: Db | Tx, condition: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    sql`explain (format json) select from ${orders} where ${condition}`,
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** PostgreSQL supposes that words do not care for each other; two kinds of item, though, are never one order. */
async function standsTogether(db: Db | Tx, filter: Filter, part: number): Promise<boolean> {
  const newest = db.select().from(orders).orderBy(sql`${orders.id} desc`).limit(SAMPLE).as("orders");
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from ${newest} where ${matching(filter)}`,
  );
  return (rows[0]?.found ?? 0) >= (SAMPLE * part) / 2;
}

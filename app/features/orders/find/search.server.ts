import { and, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { readSearchTerms } from "#app/contract/search-terms.ts";
import { foldWords } from "#app/contract/text.ts";
import { buyerWords } from "#app/features/orders/sums/tables.server.ts";
import { correct } from "#app/features/trims/find/edit-distance.ts";
import { trimWords } from "#app/features/trims/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesQuery } from "#app/platform/db/columns.server.ts";
import { dayOrNever, isWithinDays } from "#app/platform/db/days.server.ts";

/** A table whose rows have words of `trade_vector`, and days. */
type Searched = { id: AnyPgColumn; createdAt: AnyPgColumn; wantedOn: AnyPgColumn; words: AnyPgColumn };

/** Whether a row has what was typed: all words, and the day as a word, as the day it was written or as the wanted one. */
export function matchesTyped(table: Searched, typed: string, timeZone = "UTC"): SQL | undefined {
  const { query, day } = readSearchTerms(typed);
  if (!day) return matchesQuery(table.words, query);
  const isOfDay = or(
    matchesQuery(table.words, day.query),
    sql`${dayOrNever(table.wantedOn)} = ${day.on}`,
    isWithinDays(table, { from: day.on, to: day.on, timeZone }),
  );
  return and(query === undefined ? undefined : matchesQuery(table.words, query), isOfDay);
}

/** A word that was typed, and what it was taken for. */
export type Correction = { typed: string; meant: string };

const SIMILAR = 20;

/**
 * What was typed with its typing errors corrected, by the words of the catalogue and, for staff, of buyers' names, companies
 * and places. Undefined if every word begins one of these, or none is like it.
 */
export async function correctTyped(
  db: Db | Tx,
  typed: string,
  { isStaff }: { isStaff: boolean },
): Promise<{ q: string; corrections: Correction[] } | undefined> {
  const words = [
    ...new Set(foldWords(typed).match(/(?<![\p{L}\p{M}\p{N}@.])\p{L}[\p{L}\p{M}]{3,}(?![\p{L}\p{M}\p{N}@])/gu) ?? []),
  ];
  if (words.length === 0) return undefined;
  const { rows } = await db.execute<{ word: string; similar: string[] }>(sql`
    select said as word, array(select similar_trim_words(said, ${SIMILAR}))
      || ${isStaff ? sql`array(select similar_buyer_words(said, ${SIMILAR}))` : sql`'{}'::text[]`} as similar
    from unnest(${sql.param(words)}::text[]) as said
    where not exists (select from ${trimWords} where ${trimWords.word} like said || '%')
      ${isStaff ? sql`and not exists (select from ${buyerWords} where ${buyerWords.word} like said || '%')` : sql``}`);
  const corrections = rows.flatMap(({ word, similar }) => {
    const [meant] = correct(word, [...new Set(similar)]);
    return meant === undefined ? [] : [{ typed: word, meant }];
  });
  if (corrections.length === 0) return undefined;
  const q = corrections.reduce((text, { typed, meant }) => text.replace(typed, meant), foldWords(typed));
  return { q, corrections };
}

/** What `find` finds for what was typed or, if that is nothing, for the same without typing errors. */
export async function findTyped<Found>(
  db: Db | Tx,
  typed: string | undefined,
  { isStaff }: { isStaff: boolean },
  find: (q: string | undefined) => Promise<Found & { total: number }>,
): Promise<Found & { total: number; corrections: Correction[] }> {
  const found = await find(typed);
  const corrected = typed && found.total === 0 ? await correctTyped(db, typed, { isStaff }) : undefined;
  return corrected
    ? { ...(await find(corrected.q)), corrections: corrected.corrections }
    : { ...found, corrections: [] };
}

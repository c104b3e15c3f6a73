import { readArticle } from "#app/contract/article.ts";
import { unavailable } from "#app/contract/problem.ts";
import { Q_MAX } from "#app/contract/search.ts";
import { cleanLine, foldDigits } from "#app/contract/text.ts";
import { suggestTrims } from "#app/features/trims/find/list.server.ts";
import { findNamedTrims } from "#app/features/trims/queries.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { createFairQueue, type Lane } from "#app/platform/fair-queue.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";

/** A list of unknown names takes 200 searches, and a script may send many lists at once. Most connections stay free. */
const queue = createFairQueue(
  { running: 2, waiting: 50 },
  () =>
    new Refusal(unavailable, "Many lists are being read at this moment. Please try again shortly.", { retryAfterS: 5 }),
);

/**
 * The trims that people name by number or exact name, and the nearest trim for each name that matches none.
 * `takeSearches` counts as many searches as this needs before the first.
 * @throws Refusal unavailable when too many others ask, and what `takeSearches` throws
 */
export async function matchArticles(
  db: Db,
  articles: readonly string[],
  lane: Lane,
  takeSearches: (count: number) => Promise<void>,
) {
  const wanted = articles.map((article) => {
    const name = cleanLine(article);
    const read = readArticle(name);
    return { article, name, read, number: read?.number };
  });
  const found = await findNamedTrims(db, wanted);
  const byNumber = new Map(found.map((trim) => [trim.number, trim]));
  const byName = new Map(found.map((trim) => [trim.name.toLowerCase(), trim]));
  const named = wanted.map(({ article, name, read }) => {
    const numbered = read && byNumber.get(read.number);
    // "4 hole button" has a number in front, too.
    const isNumbered = read !== undefined && (read.name === "" || read.isMarked);
    const isBoth = read?.name.toLowerCase() === numbered?.name.toLowerCase();
    const trim = byName.get(name.toLowerCase()) ?? (isNumbered || isBoth ? numbered : undefined) ?? null;
    return { article, trim, search: trim || isNumbered ? "" : toSearch(name) };
  });
  const searches = new Set(named.map(({ search }) => search).filter(Boolean));
  if (searches.size > 0) await takeSearches(searches.size);
  const nearest = new Map<string, Awaited<ReturnType<typeof findNearest>>>();
  for (const search of searches) nearest.set(search, await queue.run(lane, () => findNearest(db, search)));
  return named.map(({ article, trim, search }) => ({ article, trim, nearest: nearest.get(search) ?? null }));
}

/** What to search for: what a list says may be longer than a search. */
function toSearch(name: string): string {
  return name.slice(0, Q_MAX).toLowerCase();
}

/** How many suggestions are looked at for one that has the digits that were written. */
const SUGGESTED = 5;

async function findNearest(db: Db, search: string) {
  const { rows } = await suggestTrims(db, search, SUGGESTED);
  const nearest = rows.find((trim) => hasDigits(trim, search));
  return nearest && { _id: nearest._id, number: nearest.number, name: nearest.name };
}

/** Whether the name of a trim has each measure and number that was written, or its article number is that one. */
function hasDigits({ name, number }: { name: string; number: number }, written: string): boolean {
  const known = new Set([number, ...numbersIn(name)]);
  return numbersIn(written).every((one) => known.has(one));
}

function numbersIn(text: string): number[] {
  return (foldDigits(text).match(/\d+(?:[.,]\d+)?/g) ?? []).map((digits) => Number(digits.replace(",", ".")));
}

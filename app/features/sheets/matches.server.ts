import { unavailable } from "#app/contract/problem.ts";
import { Q_MAX } from "#app/contract/search.ts";
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

/** `003`, `3`, `No. 003`, `No 3` and `Art. 003` are article number 3. */
function readArticleNumber(written: string): number | undefined {
  const digits = /^(?:(?:no|art)\b[\s.]*)?0*([1-9][0-9]{0,8})$/i.exec(written.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

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
  const wanted = articles.map((article) => ({ article, number: readArticleNumber(article), name: article.trim() }));
  const found = await findNamedTrims(db, wanted);
  const byNumber = new Map(found.map((trim) => [trim.number, trim]));
  const byName = new Map(found.map((trim) => [trim.name.toLowerCase(), trim]));
  const named = wanted.map(({ article, number, name }) => {
    const trim = (number === undefined ? undefined : byNumber.get(number)) ?? byName.get(name.toLowerCase()) ?? null;
    return { article, trim, search: trim ? "" : toSearch(name) };
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

async function findNearest(db: Db, search: string) {
  const [nearest] = (await suggestTrims(db, search, 1)).rows;
  return nearest && { _id: nearest._id, number: nearest.number, name: nearest.name };
}

import { unavailable } from "#app/contract/problem.ts";
import { suggestTrims } from "#app/features/trims/find/list.server.ts";
import { findNamedTrims } from "#app/features/trims/queries.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { createFairQueue, type Lane } from "#app/platform/fair-queue.server.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";

/** A list of unknown names is 200 searches, and a script sends many lists at once: most connections stay free. */
const searches = createFairQueue(
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
 * @throws Refusal unavailable when too many others ask
 */
export async function matchArticles(db: Db, articles: readonly string[], lane: Lane) {
  const wanted = articles.map((article) => ({ article, number: readArticleNumber(article), name: article.trim() }));
  const found = await findNamedTrims(db, wanted);
  const byNumber = new Map(found.map((trim) => [trim.number, trim]));
  const byName = new Map(found.map((trim) => [trim.name.toLowerCase(), trim]));
  const matches = [];
  for (const { article, number, name } of wanted) {
    const trim = (number === undefined ? undefined : byNumber.get(number)) ?? byName.get(name.toLowerCase()) ?? null;
    const search = () => suggestTrims(db, name, 1);
    const [nearest] = trim || name === "" ? [] : (await searches.run(lane, search)).rows;
    matches.push({
      article,
      trim,
      nearest: nearest ? { _id: nearest._id, number: nearest.number, name: nearest.name } : null,
    });
  }
  return matches;
}

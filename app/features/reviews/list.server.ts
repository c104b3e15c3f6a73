import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { id } from "#app/contract/id.ts";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesWords } from "#app/platform/db/columns.server.ts";
import { afterKeyset, type Keyset, orderByKeyset } from "#app/platform/db/keyset.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import { COUNT_LIMIT, type ModeratedReview, type ReviewCounts, type ReviewSort, type ReviewState } from "./contract.ts";
import { reviews, reviewWords } from "./tables.server.ts";

type Filter = { q: string | undefined; state: ReviewState | undefined };
/** A place in the list; the stars count only where they sort it. */
type Place = { id: string; ratings: number };

/** Reads what `toCursor` writes. */
export const cursor = z
  .string()
  .regex(/^[0-9] [^ ]+$/)
  .transform((text) => ({ ratings: Number(text[0]), id: text.slice(2) }))
  .pipe(z.object({ ratings: z.int(), id }));

/** Names the place of a review, for the page behind it, in each sorting. */
export function toCursor({ _id, ratings }: Pick<ModeratedReview, "_id" | "ratings">): string {
  return `${ratings} ${_id}`;
}

const placeIn = (sort: ReviewSort, { id, ratings }: Place) => (sort === "stars" ? [ratings, id] : [id]);

type Page = Filter & { sort: ReviewSort; limit: number; after: Place | undefined };

/**
 * A page of all reviews, from the place `after` on; one row more than `limit` if there is one. And how many fit, up to
 * COUNT_LIMIT + 1.
 */
export async function listAllReviews(
  db: Db,
  { sort, limit, after, ...filter }: Page,
): Promise<{ rows: ModeratedReview[]; total: number }> {
  const counted = db.$count(newest(db, fits(filter), COUNT_LIMIT + 1).as("found"));
  const page = selectModerated(db, { counted })
    .where(and(fits(filter), afterKeyset(keysets[sort], after && placeIn(sort, after))))
    .orderBy(orderByKeyset(keysets[sort]))
    .limit(limit + 1);
  const { rows, total } = await withTotal(page, after, () => counted);
  return { rows: rows.map(toModerated), total };
}

/** A review as admins see it; undefined if there is none. */
export async function findModerated(tx: Tx, reviewId: string): Promise<ModeratedReview | undefined> {
  const [row] = await selectModerated(tx, {}).where(eq(reviews.id, reviewId));
  return row && toModerated(row);
}

const [writers, hiders, answerers] = [alias(users, "writer"), alias(users, "hider"), alias(users, "answerer")];

function selectModerated<More extends Record<string, SQL>>(db: Db | Tx, more: More) {
  return db
    .select({
      ...more,
      _id: reviews.id,
      name: reviews.name,
      email: reviews.email,
      review: reviews.review,
      ratings: reviews.ratings,
      img: reviews.img,
      createdAt: reviews.createdAt,
      text: reviews.answer,
      answeredAt: reviews.answeredAt,
      answeredBy: answerers.name,
      reason: reviews.hiddenReason,
      note: reviews.hiddenNote,
      hiddenAt: reviews.hiddenAt,
      hiddenBy: hiders.name,
      isReachable: sql<boolean>`coalesce(${writers.emailVerified}, false)`,
    })
    .from(reviews)
    .leftJoin(writers, eq(writers.id, reviews.userId))
    .leftJoin(hiders, eq(hiders.id, reviews.hiddenBy))
    .leftJoin(answerers, eq(answerers.id, reviews.answeredBy))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectModerated>>[number];

function toModerated({ text, answeredAt, answeredBy, reason, note, hiddenAt, hiddenBy, ...review }: Row) {
  return {
    ...review,
    answer: text !== null && answeredAt !== null ? { text, at: answeredAt, by: answeredBy } : null,
    hidden: reason !== null && note !== null && hiddenAt !== null ? { reason, note, at: hiddenAt, by: hiddenBy } : null,
  };
}

const keysets: Record<ReviewSort, Keyset> = {
  newest: [{ column: reviews.id, isDown: true }],
  oldest: [{ column: reviews.id }],
  stars: [{ column: reviews.ratings }, { column: reviews.id, isDown: true }],
};

/** How many reviews there are in each state, and how many of the shown ones have which stars. */
export async function countByState(db: Db): Promise<ReviewCounts> {
  const counted = (state?: ReviewState) =>
    sql`(select count(*)::int from (${newest(db, inState(state), COUNT_LIMIT)}) as found)`;
  const { rows } = await db.execute<ReviewCounts>(sql`
    select ${counted()} as "all", ${counted("open")} as "open", ${counted("answered")} as "answered",
      ${counted("hidden")} as "hidden",
      (select coalesce(jsonb_agg(jsonb_build_object('ratings', ratings, 'count', count) order by ratings desc), '[]')
        from (select ratings, count(*) as count
          from (${newest(db, isNull(reviews.hiddenAt), COUNT_LIMIT)}) as shown group by ratings) as each) as "stars"`);
  return rows[0] ?? { all: 0, open: 0, answered: 0, hidden: 0, stars: [] };
}

function newest(db: Db, condition: SQL | undefined, limit: number) {
  return db.select({ ratings: reviews.ratings }).from(reviews).where(condition).orderBy(desc(reviews.id)).limit(limit);
}

function fits({ q, state }: Filter): SQL | undefined {
  return and(q ? matchesWords(reviewWords(reviews), q) : undefined, inState(state));
}

/** Each state has its index. */
function inState(state: ReviewState | undefined): SQL | undefined {
  if (!state) return undefined;
  if (state === "hidden") return isNotNull(reviews.hiddenAt);
  return and(isNull(reviews.hiddenAt), state === "open" ? isNull(reviews.answer) : isNotNull(reviews.answer));
}

import { and, count, desc, eq, gt, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { reviews } from "./tables.server.ts";

type Filter = { isPerPerson: boolean };

/** Newest first, older than the review `after`; one row more than `limit` if there is one. */
export function listReviews(db: Db | Tx, filter: Filter & { limit: number; after: string | undefined }) {
  const { limit, after } = filter;
  return db
    .select({
      _id: reviews.id,
      name: reviews.name,
      email: reviews.email,
      review: reviews.review,
      ratings: reviews.ratings,
      img: reviews.img,
    })
    .from(reviews)
    .where(and(asked(db, filter), after ? lt(reviews.id, after) : undefined))
    .orderBy(desc(reviews.id))
    .limit(limit + 1);
}

export async function countReviews(db: Db | Tx, filter: Filter): Promise<number> {
  const [row] = await db.select({ total: count() }).from(reviews).where(asked(db, filter));
  return row?.total ?? 0;
}

/** All, or only each person's newest. Each review without an account counts as a separate person. */
function asked(db: Db | Tx, { isPerPerson }: Filter) {
  if (!isPerPerson) return undefined;
  const newer = alias(reviews, "newer");
  return notExists(
    db
      .select({ one: sql`1` })
      .from(newer)
      .where(and(eq(newer.userId, reviews.userId), gt(newer.id, reviews.id))),
  );
}

/** The account's photo; null if it has none. */
export async function findPhoto(db: Db | Tx, userId: string): Promise<string | null> {
  const [row] = await db.select({ image: users.image }).from(users).where(eq(users.id, userId));
  return row?.image || null;
}

export async function insertReview(tx: Tx, review: typeof reviews.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(reviews).values(review).returning({ id: reviews.id });
  if (!inserted) throw new Error("the review was not inserted");
  return inserted.id;
}

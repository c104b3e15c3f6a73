import { and, count, desc, eq, lt } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { reviews } from "./tables.server.ts";

/** One row more than `limit` where there is one, newest first, older than the review `after`. */
export function listReviews(db: Db | Tx, { limit, after }: { limit: number; after: string | undefined }) {
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
    .where(and(after ? lt(reviews.id, after) : undefined))
    .orderBy(desc(reviews.id))
    .limit(limit + 1);
}

export async function countReviews(db: Db | Tx): Promise<number> {
  const [row] = await db.select({ total: count() }).from(reviews);
  return row?.total ?? 0;
}

/** The photo of an account, null when it has none. */
export async function findPhoto(db: Db | Tx, userId: string): Promise<string | null> {
  const [row] = await db.select({ image: users.image }).from(users).where(eq(users.id, userId));
  return row?.image || null;
}

export async function insertReview(tx: Tx, review: typeof reviews.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(reviews).values(review).returning({ id: reviews.id });
  if (!inserted) throw new Error("the review was not inserted");
  return inserted.id;
}

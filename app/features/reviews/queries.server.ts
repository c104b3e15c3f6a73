import { and, count, desc, lt } from "drizzle-orm";
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

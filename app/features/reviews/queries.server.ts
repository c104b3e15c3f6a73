import { and, desc, eq, gt, isNull, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import type { Review } from "./contract.ts";
import type { HideReason } from "./facts.ts";
import { reviews } from "./tables.server.ts";

type Filter = { isPerPerson: boolean };

/**
 * What is not hidden, newest first, older than the review `after`; one row more than `limit` if there is one. And how
 * many there are in all.
 */
export async function listReviews(
  db: Db | Tx,
  filter: Filter & { limit: number; after: string | undefined },
): Promise<{ rows: Review[]; total: number }> {
  const { limit, after } = filter;
  const counted = db.$count(reviews, asked(db, filter));
  const page = db
    .select({
      counted,
      _id: reviews.id,
      name: reviews.name,
      email: reviews.email,
      review: reviews.review,
      ratings: reviews.ratings,
      img: reviews.img,
      text: reviews.answer,
      at: reviews.answeredAt,
    })
    .from(reviews)
    .where(and(asked(db, filter), after ? lt(reviews.id, after) : undefined))
    .orderBy(desc(reviews.id))
    .limit(limit + 1);
  const { rows, total } = await withTotal(page, after, () => counted);
  const toReview = ({ text, at, ...row }: (typeof rows)[number]): Review => ({
    ...row,
    answer: text !== null && at !== null ? { text, at } : null,
  });
  return { rows: rows.map(toReview), total };
}

/** All that are shown, or only each person's newest. Each review without an account counts as a separate person. */
function asked(db: Db | Tx, { isPerPerson }: Filter) {
  const isShown = isNull(reviews.hiddenAt);
  if (!isPerPerson) return isShown;
  const newer = alias(reviews, "newer");
  const newerOnes = db
    .select({ one: sql`1` })
    .from(newer)
    .where(and(eq(newer.userId, reviews.userId), gt(newer.id, reviews.id), isNull(newer.hiddenAt)));
  return and(isShown, notExists(newerOnes));
}

/** The account's photo; null if it has none. */
export async function findPhoto(db: Db | Tx, userId: string): Promise<string | null> {
  const [row] = await db.select({ image: users.image }).from(users).where(eq(users.id, userId));
  return row?.image || null;
}

/** Returns the review's id. */
export async function insertReview(tx: Tx, review: typeof reviews.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(reviews).values(review).returning({ id: reviews.id });
  if (!inserted) throw new Error("the review was not inserted");
  return inserted.id;
}

/** The review, locked until the transaction ends, so that an action is judged by its present state. */
export async function lockReview(tx: Tx, id: string) {
  const [found] = await tx.select().from(reviews).where(eq(reviews.id, id)).for("no key update");
  return found;
}

/** Hides a review, or shows it again when `hidden` is null. */
export async function setHidden(
  tx: Tx,
  id: string,
  hidden: { by: string; reason: HideReason; note: string } | null,
): Promise<void> {
  await tx
    .update(reviews)
    .set({
      hiddenAt: hidden && sql`now()`,
      hiddenBy: hidden?.by ?? null,
      hiddenReason: hidden?.reason ?? null,
      hiddenNote: hidden?.note ?? null,
    })
    .where(eq(reviews.id, id));
}

/** Writes the shop's answer to a review, replacing an earlier one. */
export async function setAnswer(tx: Tx, id: string, { text, by }: { text: string; by: string }): Promise<void> {
  await tx.update(reviews).set({ answer: text, answeredAt: sql`now()`, answeredBy: by }).where(eq(reviews.id, id));
}

/** Who wrote a review, if their address is confirmed: only then may a mail say what somebody typed. */
export async function findReachable(tx: Tx, userId: string | null) {
  if (userId === null) return undefined;
  const [found] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)));
  return found;
}

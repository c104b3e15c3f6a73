import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { matchesWords } from "#app/platform/db/columns.server.ts";
import { withTotal } from "#app/platform/db/page.server.ts";
import { profiles, staffInvitations } from "./tables.server.ts";

/** The contract's profile, column by column. */
const shape = {
  _id: users.id,
  email: users.email,
  name: users.name,
  emailVerified: users.emailVerified,
  /** For callers there are only admins and others: a buyer has no role. */
  role: sql<string | null>`nullif(${users.role}, 'buyer')`,
  phone: profiles.phone,
  /** Staff may leave these two empty. */
  linkedin: sql<string | null>`nullif(${profiles.linkedin}, '')`,
  location: profiles.location,
  education: sql<string | null>`nullif(${profiles.education}, '')`,
  company: profiles.company,
  country: profiles.country,
};

/** Name, address and what this person has said about themselves. */
export async function findProfile(db: Db | Tx, userId: string) {
  const [found] = await db
    .select(shape)
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId));
  return found;
}

/**
 * Newest account first, older than the account `after`; one row more than `limit` if there is one. And how many people
 * match the words.
 */
export function listProfiles(db: Db | Tx, filter: { q: string | undefined; limit: number; after: string | undefined }) {
  const counted = db.$count(users, matching(filter.q));
  const page = db
    .select({ ...shape, counted })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(matching(filter.q), filter.after ? lt(users.id, filter.after) : undefined))
    .orderBy(desc(users.id))
    .limit(filter.limit + 1);
  return withTotal(page, filter.after, () => counted);
}

/** Saves the whole profile and returns whether it is new. */
export async function saveProfile(db: Db | Tx, profile: typeof profiles.$inferInsert): Promise<{ isNew: boolean }> {
  const { userId: _, ...rest } = profile;
  const [saved] = await db
    .insert(profiles)
    .values(profile)
    .onConflictDoUpdate({ target: profiles.userId, set: rest })
    // PostgreSQL marks a row version that replaced none like this.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  if (!saved) throw new Error("the profile was not saved");
  return saved;
}

function matching(q: string | undefined) {
  return q ? matchesWords(sql`search_vector(${users.name} || ' ' || ${users.email})`, q) : undefined;
}

/** Deletes a person's profile; the account stays. */
export async function deleteProfile(tx: Tx, userId: string): Promise<void> {
  await tx.delete(profiles).where(eq(profiles.userId, userId));
}

/** Forgets that this person was invited to the staff, before their account goes. */
export async function forgetInvitation(tx: Tx, userId: string): Promise<void> {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  await tx.delete(staffInvitations).where(inArray(staffInvitations.email, email));
}

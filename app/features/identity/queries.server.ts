import { and, eq, lt, sql } from "drizzle-orm";
import { forgetRows } from "#app/platform/daily/forget.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { accessTokens, accounts, sessions, users, verifications } from "./tables.server.ts";

/** What is read of a person. */
export const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  image: users.image,
  role: users.role,
  staffRoles: users.staffRoles,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

/** A row as the API writes it. */
export function withDates<Row extends { createdAt: Date; updatedAt: Date }>({ createdAt, updatedAt, ...row }: Row) {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** A person by their id. */
export async function findPerson(db: Db, id: string) {
  const [found] = await db.select(person).from(users).where(eq(users.id, id));
  return found;
}

/** Opens an account with a password. Returns its id, or undefined if the address is in use. */
export async function insertPerson(
  tx: Tx,
  { name, email, hash }: { name: string; email: string; hash: string },
): Promise<string | undefined> {
  const [made] = await tx
    .insert(users)
    .values({ name, email })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (!made) return undefined;
  await tx
    .insert(accounts)
    .values({ userId: made.id, accountId: made.id, providerId: PASSWORD_PROVIDER, password: hash });
  return made.id;
}

/** The library's name for an account with a password. */
export const PASSWORD_PROVIDER = "credential";

/** The owner of this address, compared as `contract/email.ts` normalises it. */
export async function findByEmail(db: Db | Tx, email: string): Promise<{ id: string; email: string } | undefined> {
  const [found] = await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.email, email));
  return found;
}

/** Changes the given parts of a person's name and picture. */
export async function updatePerson(
  db: Db | Tx,
  id: string,
  changed: { name?: string | undefined; image?: string | null | undefined },
): Promise<void> {
  await db
    .update(users)
    .set({ ...changed, updatedAt: sql`now()` })
    .where(eq(users.id, id));
}

/** Whether this address belongs to an admin; false for an unknown address. */
export async function isAdminAddress(db: Db | Tx, email: string): Promise<boolean> {
  const [found] = await db.select({ role: users.role }).from(users).where(eq(users.email, email));
  return found?.role === "admin";
}

/** Whether this person already signs in with this provider. */
export async function hasAccount(db: Db | Tx, userId: string, providerId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId)))
    .limit(1);
  return found !== undefined;
}

export async function isLocked(db: Db, userId: string): Promise<boolean> {
  const [found] = await db.select({ lockedAt: users.lockedAt }).from(users).where(eq(users.id, userId));
  return Boolean(found?.lockedAt);
}

/** Deletes what has expired: sessions with their tokens, access tokens and mailed links. */
export async function forgetExpired(db: Db): Promise<void> {
  for (const table of [sessions, accessTokens, verifications]) {
    await forgetRows(db, table, lt(table.expiresAt, sql`now()`));
  }
}

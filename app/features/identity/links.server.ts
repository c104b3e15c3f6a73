import { randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { PASSWORD_PROVIDER } from "./queries.server.ts";
import { after, hashToken } from "./sessions.server.ts";
import { accounts, sessions, users, verifications } from "./tables.server.ts";

const LINK_LIFE_S = 60 * 60;
/** The purpose of a mailed link. */
type LinkPurpose = "verify-email" | "reset-password";

/**
 * Creates the token for a mailed link, valid for one hour after its mail goes out, in `inMinutes`. Only its hash is
 * stored.
 */
export async function insertLink(db: Db | Tx, purpose: LinkPurpose, userId: string, inMinutes = 0): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.insert(verifications).values({
    identifier: toIdentifier(purpose, token),
    value: userId,
    expiresAt: after(LINK_LIFE_S + inMinutes * 60),
  });
  return token;
}

/**
 * Confirms this person's address by the mailed token, once. `isFirst`: no other link has done so before. Undefined if
 * the token is expired or another person's.
 */
export async function confirmByLink(tx: Tx, userId: string, token: string): Promise<{ isFirst: boolean } | undefined> {
  const taken = await tx
    .delete(verifications)
    .where(and(isGoodLink("verify-email", token), eq(verifications.value, userId)))
    .returning({ id: verifications.id });
  if (taken.length === 0) return undefined;
  const changed = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
    .returning({ id: users.id });
  return { isFirst: changed.length > 0 };
}

/** Whose reset token this is, while it is unused and valid. Asking does not use it up. */
export async function findResetEmail(db: Db, token: string): Promise<string | undefined> {
  const [owner] = await db
    .select({ email: users.email })
    .from(verifications)
    .innerJoin(users, eq(sql`${users.id}::text`, verifications.value))
    .where(isGoodLink("reset-password", token));
  return owner?.email;
}

/**
 * Sets a password by a reset token, once. Reading that mail proves ownership: the address is confirmed, every session
 * ends, and all other links mailed to it become void. Undefined for an expired or unknown token.
 */
export async function resetByLink(
  tx: Tx,
  token: string,
  hash: string,
): Promise<{ id: string; email: string; wasConfirmed: boolean } | undefined> {
  const [link] = await tx
    .delete(verifications)
    .where(isGoodLink("reset-password", token))
    .returning({ userId: verifications.value });
  if (!link) return undefined;
  const [owner] = await tx
    .select({ id: users.id, email: users.email, wasConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, link.userId))
    .for("no key update");
  if (!owner) return undefined;
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, owner.id));
  const isTheirs = and(eq(accounts.userId, owner.id), eq(accounts.providerId, PASSWORD_PROVIDER));
  const set = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(isTheirs)
    .returning({ id: accounts.id });
  if (set.length === 0) {
    const account = { userId: owner.id, accountId: owner.id, providerId: PASSWORD_PROVIDER, password: hash };
    await tx.insert(accounts).values(account);
  }
  await tx.delete(verifications).where(eq(verifications.value, owner.id));
  await tx.delete(sessions).where(eq(sessions.userId, owner.id));
  return owner;
}

function isGoodLink(purpose: LinkPurpose, token: string) {
  return and(eq(verifications.identifier, toIdentifier(purpose, token)), gt(verifications.expiresAt, sql`now()`));
}

function toIdentifier(purpose: LinkPurpose, token: string): string {
  return hashToken(`${purpose}:${token}`);
}

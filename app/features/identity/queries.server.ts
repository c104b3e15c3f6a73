import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { accessTokens, accounts, sessions, users, verifications } from "./tables.server.ts";

export const TOKEN_LIFE_S = 15 * 60;

/** Makes an access token for a session: 32 random bytes, of which only the SHA-256 is kept. */
export async function insertAccessToken(db: Db | Tx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.sessionId, sessionId), sql`${accessTokens.expiresAt} < now()`));
  await db
    .insert(accessTokens)
    .values({ hash: hashToken(token), sessionId, expiresAt: sql`now() + make_interval(secs => ${TOKEN_LIFE_S})` });
  return token;
}

/** Who holds this token, as the database knows them at this moment: a role or session taken away is gone at once. */
export async function findPersonByToken(db: Db | Tx, token: string): Promise<Person | undefined> {
  const [found] = await db
    .select({
      id: users.id,
      sessionId: sessions.id,
      name: users.name,
      email: users.email,
      isVerified: users.emailVerified,
      role: users.role,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(accessTokens.hash, hashToken(token)),
        sql`${accessTokens.expiresAt} > now()`,
        sql`${sessions.expiresAt} > now()`,
      ),
    );
  if (!found) return undefined;
  const { role, ...person } = found;
  return { ...person, isAdmin: role === "admin" };
}

/** Whether the owner of this address is an admin; false for an unknown address. */
export async function isAdminAddress(db: Db | Tx, email: string): Promise<boolean> {
  const [found] = await db.select({ role: users.role }).from(users).where(eq(users.email, email));
  return found?.role === "admin";
}

/** Whether this person signs in with this provider already. */
export async function hasAccount(db: Db | Tx, userId: string, providerId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, providerId)))
    .limit(1);
  return found !== undefined;
}

/** Makes what a verification mail carries: a token of which only the hash is kept, for one hour. */
export async function insertEmailProof(db: Db | Tx, userId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db
    .insert(verifications)
    .values({ identifier: toProof(token), value: userId, expiresAt: sql`now() + interval '1 hour'` });
  return token;
}

/** Confirms the address of this person by the token mailed to it, once. False for a token that is not theirs or over. */
export async function confirmByProof(tx: Tx, userId: string, token: string): Promise<boolean> {
  const taken = await tx
    .delete(verifications)
    .where(
      and(
        eq(verifications.identifier, toProof(token)),
        eq(verifications.value, userId),
        gt(verifications.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: verifications.id });
  if (taken.length === 0) return false;
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  return true;
}

/** After a reset: whoever read that mail owns the address, and every other link that was mailed to it is spent. */
export async function confirmByReset(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

/** Forgets what opens nothing any more: sessions with their tokens, access tokens and mailed links whose time is over. */
export async function forgetExpired(db: Db): Promise<void> {
  for (const table of [sessions, accessTokens, verifications]) {
    await db.delete(table).where(lt(table.expiresAt, sql`now()`));
  }
}

function toProof(token: string): string {
  return hashToken(`verify-email:${token}`);
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

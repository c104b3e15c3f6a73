import { createHash, randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/serve.server.ts";
import { accessTokens, sessions, users } from "./tables.server.ts";

export const TOKEN_LIFE_S = 15 * 60;

/** Makes an access token for a session: 32 random bytes, of which only the SHA-256 is kept. */
export async function insertAccessToken(db: Db | Tx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.sessionId, sessionId), sql`${accessTokens.expiresAt} < now()`));
  await db
    .insert(accessTokens)
    .values({ hash: hashOf(token), sessionId, expiresAt: sql`now() + make_interval(secs => ${TOKEN_LIFE_S})` });
  return token;
}

/** Who holds this token, as the database knows them at this moment: a role or session taken away is gone at once. */
export async function findPersonByToken(db: Db | Tx, token: string): Promise<Person | undefined> {
  const [found] = await db
    .select({ id: users.id, sessionId: sessions.id, name: users.name, email: users.email, role: users.role })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(accessTokens.hash, hashOf(token)),
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

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

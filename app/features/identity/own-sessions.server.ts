import { and, desc, eq, ne, sql } from "drizzle-orm";
import { TOKEN_LIFE_S } from "#app/contract/token.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { PASSWORD_PROVIDER, person } from "./queries.server.ts";
import { accessTokens, accounts, sessions, users } from "./tables.server.ts";

// What people see and change of their own ways to log in.

const isOpen = sql`${sessions.expiresAt} > now() and ${sessions.secondStep} is distinct from 'due'`;

/** A person's open sessions, last used first. A browser in use takes a token each quarter of an hour. */
export function listOpenSessions(db: Db | Tx, userId: string) {
  const takenAt = sql<Date | null>`(select max(${accessTokens.expiresAt}) from ${accessTokens}
    where ${accessTokens.sessionId} = ${sessions.id}) - make_interval(secs => ${TOKEN_LIFE_S})`;
  const activeAt = sql`greatest(${sessions.updatedAt}, ${takenAt})`.mapWith(sessions.updatedAt);
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      signedInBy: sessions.signedInBy,
      secondStep: sessions.secondStep,
      createdAt: sessions.createdAt,
      activeAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen))
    .orderBy(desc(activeAt));
}

/** Whether this person is logged in from this address. */
export async function hasSessionFrom(db: Db | Tx, userId: string, address: string | null): Promise<boolean> {
  if (address === null) return false;
  return (await db.$count(sessions, and(eq(sessions.userId, userId), eq(sessions.ipAddress, address), isOpen))) > 0;
}

/** Whether the session began within the last `minutes`, by the clock of the database. */
export async function isSessionFresh(db: Db | Tx, sessionId: string, minutes: number): Promise<boolean> {
  const began = sql`${sessions.createdAt} > now() - make_interval(mins => ${minutes})`;
  return (await db.$count(sessions, and(eq(sessions.id, sessionId), began))) > 0;
}

/** Notes that the owner of this session has just proved who they are. */
export async function noteProof(db: Db | Tx, sessionId: string): Promise<void> {
  await db.update(sessions).set({ provedAt: sql`now()` }).where(eq(sessions.id, sessionId));
}

/** Ends one session of this person, with its tokens. Returns how many ended. */
export async function endSession(db: Db | Tx, userId: string, sessionId: string): Promise<number> {
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)));
  return rowCount ?? 0;
}

/** Ends all sessions of this person but one. Returns how many ended. */
export async function endOtherSessions(db: Db | Tx, userId: string, except: string): Promise<number> {
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, except)));
  return rowCount ?? 0;
}

/** The ways to log in: providers, and the password with its hash and the time it was set. */
export async function findWays(db: Db | Tx, userId: string) {
  const ways = await db
    .select({ provider: accounts.providerId, hash: accounts.password, setAt: accounts.updatedAt })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const isPassword = ({ provider }: (typeof ways)[number]) => provider === PASSWORD_PROVIDER;
  const password = ways.find(isPassword);
  return {
    password: password?.hash ? { hash: password.hash, setAt: password.setAt } : undefined,
    providers: ways.filter((way) => !isPassword(way)).map(({ provider }) => provider),
  };
}

/** Replaces the password whose hash is `before`; false when another call was faster. */
export async function replacePassword(tx: Tx, userId: string, before: string, hash: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(accounts)
    .set({ password: hash, updatedAt: sql`now()` })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, PASSWORD_PROVIDER), eq(accounts.password, before)));
  return rowCount === 1;
}

/** The hash of the password of this address, and its owner; undefined without one. */
export async function findPassword(db: Db, email: string) {
  const [found] = await db
    .select({ owner: person, hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, PASSWORD_PROVIDER)));
  return found?.hash ? { ...found, hash: found.hash } : undefined;
}

/**
 * Ends the session with this cookie token if its owner's password is no longer the one with the hash `checked`, and
 * says whether it did. It waits for a password change under way, which ends every session that had begun before it.
 */
export async function endIfReplaced(db: Db, token: string, checked: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with kept as materialized (
      select ${accounts.userId}, ${accounts.password} from ${accounts}
      where ${accounts.userId} = (select ${sessions.userId} from ${sessions} where ${eq(sessions.token, token)})
        and ${eq(accounts.providerId, PASSWORD_PROVIDER)} for share
    )
    delete from ${sessions} using kept
    where ${eq(sessions.token, token)} and kept.password is distinct from ${checked}`);
  return Boolean(rowCount);
}

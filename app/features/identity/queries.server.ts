import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { accessTokens, accounts, type SecondStep, sessions, users, verifications } from "./tables.server.ts";

export const TOKEN_LIFE_S = 15 * 60;
export const SESSION_LIFE_S = 7 * 24 * 60 * 60;
/** A session is prolonged at most once a day. */
const PROLONGED_BELOW_S = 6 * 24 * 60 * 60;

// The database's clock, which all processes share, sets and checks every expiry of a session, token or mailed link.
const after = (seconds: number | SQL) => sql`now() + make_interval(secs => ${seconds})`;

/** Who has a second factor takes the second step within this time. */
const SECOND_STEP_S = 10 * 60;
/** How long a proof of who one is opens what needs one. */
export const PROOF_MIN = 10;

/** Whether a session of this person that starts now waits for the second step, and when it will expire. */
export async function readSessionStart(db: Db, userId: string, isWhole: boolean) {
  const isDue = sql<boolean>`${users.hasSecondFactor} and not ${isWhole}`;
  const life = sql`case when ${isDue} then ${SECOND_STEP_S}::int else ${SESSION_LIFE_S}::int end`;
  const [start] = await db
    .select({ isDue, ms: sql<number>`extract(epoch from ${after(life)})::float * 1000` })
    .from(users)
    .where(eq(users.id, userId));
  return { isDue: start?.isDue ?? false, expiresAt: new Date(start?.ms ?? 0) };
}

const person = {
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  image: users.image,
  role: users.role,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

/** How well the owner of a session is known. */
const strength = {
  hasSecondFactor: users.hasSecondFactor,
  isProved: sql<boolean>`${sessions.provedAt} > now() - make_interval(mins => ${PROOF_MIN})`,
};

/** The valid session with this cookie token, and its person. If `secondStep` is due, it opens nothing else. */
export async function findSession(db: Db | Tx, token: string) {
  const [found] = await db
    .select({
      session: {
        id: sessions.id,
        userId: sessions.userId,
        expiresAt: sessions.expiresAt,
        createdAt: sessions.createdAt,
        updatedAt: sessions.updatedAt,
        ipAddress: sessions.ipAddress,
        userAgent: sessions.userAgent,
      },
      user: person,
      strength,
      isDue: sql<boolean>`${sessions.expiresAt} < ${after(PROLONGED_BELOW_S)}`,
      secondStep: sessions.secondStep,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.token, token), sql`${sessions.expiresAt} > now()`));
  return found;
}

/** Whether the session with this cookie token waits for its second step. */
export async function isSecondStepDue(db: Db, token: string): Promise<boolean> {
  return (await db.$count(sessions, and(eq(sessions.token, token), eq(sessions.secondStep, "due")))) > 0;
}

/**
 * Ends the waiting of a session, once. It gets its full lifetime and a new token: the old one was given for one factor
 * alone. Undefined when it waits no more.
 */
export async function takeSecondStep(tx: Tx, id: string, by: Exclude<SecondStep, "due">): Promise<string | undefined> {
  const token = randomBytes(24).toString("base64url");
  const { rowCount } = await tx
    .update(sessions)
    .set({ token, secondStep: by, provedAt: sql`now()`, updatedAt: sql`now()`, expiresAt: after(SESSION_LIFE_S) })
    .where(and(eq(sessions.id, id), eq(sessions.secondStep, "due"), sql`${sessions.expiresAt} > now()`));
  return rowCount === 1 ? token : undefined;
}

/** A person by their id. */
export async function findPerson(db: Db, id: string) {
  const [found] = await db.select(person).from(users).where(eq(users.id, id));
  return found;
}

/** Extends a session to its full lifetime. */
export async function prolongSession(db: Db, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt: after(SESSION_LIFE_S), updatedAt: sql`now()` })
    .where(and(eq(sessions.id, id), sql`${sessions.expiresAt} > now()`));
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
  db: Db,
  id: string,
  changed: { name?: string | undefined; image?: string | null | undefined },
): Promise<void> {
  await db
    .update(users)
    .set({ ...changed, updatedAt: sql`now()` })
    .where(eq(users.id, id));
}

/** Creates an access token for a session: 32 random bytes, of which only the SHA-256 is stored. */
export async function insertAccessToken(db: Db | Tx, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.sessionId, sessionId), sql`${accessTokens.expiresAt} < now()`));
  await db.insert(accessTokens).values({ hash: hashToken(token), sessionId, expiresAt: after(TOKEN_LIFE_S) });
  return token;
}

/** Tokens and their sessions, by the clock of the database. */
const unexpired = and(sql`${accessTokens.expiresAt} > now()`, sql`${sessions.expiresAt} > now()`);
/** A second lock: no token is given out before the second step. */
const isWhole = sql`${sessions.secondStep} is distinct from 'due'`;

/** The holder of this token, read fresh from the database: revoking a role or session takes effect at once. */
export async function findPersonByToken(db: Db | Tx, token: string): Promise<Person | undefined> {
  const [found] = await readHolder(db, { hash: hashToken(token) });
  if (!found) return undefined;
  const { role, ...person } = found;
  return { ...person, isAdmin: role === "admin" };
}

const readHolder = prepared("token_holder", (db) =>
  db
    .select({
      id: users.id,
      sessionId: sessions.id,
      name: users.name,
      email: users.email,
      isVerified: users.emailVerified,
      role: users.role,
      ...strength,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(accessTokens.hash, sql.placeholder("hash")), unexpired, isWhole)),
);

/** Whether this session is still good and waits for no second step. Its token is a secret. */
export async function hasSession(db: Db, token: string): Promise<boolean> {
  const found = await readOwnSession(db, { token });
  return found.length > 0;
}

const readOwnSession = prepared("session", (db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.token, sql.placeholder("token")), sql`${sessions.expiresAt} > now()`, isWhole)),
);

/** Which of these bearer tokens are still good, and who has them. */
export async function readTokens(
  db: Db | Tx,
  tokens: readonly string[],
): Promise<Map<string, { isAdmin: boolean; hasSecondFactor: boolean }>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token), token]));
  const found = await db
    .select({ hash: accessTokens.hash, role: users.role, hasSecondFactor: users.hasSecondFactor })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(accessTokens.hash, [...byHash.keys()]), unexpired, isWhole));
  return new Map(
    found.map(({ hash, role, hasSecondFactor }) => {
      const isAdmin = role === "admin";
      return [byHash.get(hash) ?? "", { isAdmin, hasSecondFactor }];
    }),
  );
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

const LINK_LIFE_S = 60 * 60;
/** The purpose of a mailed link. */
type LinkPurpose = "verify-email" | "reset-password";

/** Creates the token for a mailed link, valid for one hour. Only its hash is stored. */
export async function insertLink(db: Db | Tx, purpose: LinkPurpose, userId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db
    .insert(verifications)
    .values({ identifier: toIdentifier(purpose, token), value: userId, expiresAt: after(LINK_LIFE_S) });
  return token;
}

/** Confirms this person's address by the mailed token, once. False if the token is expired or another person's. */
export async function confirmByLink(tx: Tx, userId: string, token: string): Promise<boolean> {
  const taken = await tx
    .delete(verifications)
    .where(and(isGoodLink("verify-email", token), eq(verifications.value, userId)))
    .returning({ id: verifications.id });
  if (taken.length === 0) return false;
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
  return true;
}

/** Whether this reset token is still unused and valid. The check does not use it up. */
export async function isResetLinkGood(db: Db, token: string): Promise<boolean> {
  return (await db.$count(verifications, isGoodLink("reset-password", token))) > 0;
}

/**
 * Sets a password by a reset token, once. Reading that mail proves ownership: the address is confirmed, every session
 * ends, and all other links mailed to it become void. Undefined for an expired or unknown token.
 */
export async function resetByLink(
  tx: Tx,
  token: string,
  hash: string,
): Promise<{ id: string; email: string } | undefined> {
  const [link] = await tx
    .delete(verifications)
    .where(isGoodLink("reset-password", token))
    .returning({ userId: verifications.value });
  if (!link) return undefined;
  const [owner] = await tx
    .update(users)
    .set({ emailVerified: true })
    .where(eq(users.id, link.userId))
    .returning({ id: users.id, email: users.email });
  if (!owner) return undefined;
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

/** Deletes what has expired: sessions with their tokens, access tokens and mailed links. */
export async function forgetExpired(db: Db | Tx): Promise<void> {
  for (const table of [sessions, accessTokens, verifications]) {
    await db.delete(table).where(lt(table.expiresAt, sql`now()`));
  }
}

function isGoodLink(purpose: LinkPurpose, token: string) {
  return and(eq(verifications.identifier, toIdentifier(purpose, token)), gt(verifications.expiresAt, sql`now()`));
}

function toIdentifier(purpose: LinkPurpose, token: string): string {
  return hashToken(`${purpose}:${token}`);
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

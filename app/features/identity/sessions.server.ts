import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { TOKEN_LIFE_S } from "#app/contract/token.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { person } from "./queries.server.ts";
import { accessTokens, type SecondStep, sessions, users } from "./tables.server.ts";

export const SESSION_LIFE_S = 7 * 24 * 60 * 60;
/** However often it is used, a session ends after this time (ASVS 7.3.2). */
const LONGEST_DAYS = 90;
const sessionEnd = sql`${sessions.createdAt} + make_interval(days => ${LONGEST_DAYS})`;
const MOST_SESSIONS = 50;
/** A session is prolonged at most once a day. */
const PROLONGED_BELOW_S = 6 * 24 * 60 * 60;

// The database's clock, which all processes share, sets and checks every expiry of a session, token or mailed link.
export const after = (seconds: number | SQL) => sql`now() + make_interval(secs => ${seconds})`;

/** People with a second factor take the second step within this time. */
const SECOND_STEP_S = 10 * 60;
/** How long a proof of identity is good for. */
export const PROOF_MIN = 10;

/** Whether a session of this person that starts now waits for the second step, when it will expire, and if it may start. */
export async function readSessionStart(db: Db, userId: string, isWhole: boolean) {
  const isDue = sql<boolean>`${users.hasSecondFactor} and not ${isWhole}`;
  const life = sql`case when ${isDue} then ${SECOND_STEP_S}::int else ${SESSION_LIFE_S}::int end`;
  const [start] = await db
    .select({ isDue, lockedAt: users.lockedAt, ms: sql<number>`extract(epoch from ${after(life)})::float * 1000` })
    .from(users)
    .where(eq(users.id, userId));
  return { isDue: start?.isDue ?? false, isLocked: Boolean(start?.lockedAt), expiresAt: new Date(start?.ms ?? 0) };
}

/**
 * Makes a session that has just begun wait for its second step if its owner has set one up since the login was checked.
 * It waits for a setup under way, which ends every session that had begun before it.
 */
export async function askForNewFactor(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    with owner as materialized (
      select ${users.hasSecondFactor} from ${users}
      where ${users.id} = (select ${sessions.userId} from ${sessions} where ${eq(sessions.id, id)}) for share
    )
    update ${sessions} set second_step = 'due', expires_at = ${after(SECOND_STEP_S)} from owner
    where ${eq(sessions.id, id)} and ${sessions.secondStep} is null and owner.has_second_factor`);
}

/** How strongly the owner of a session has been identified. */
export const strength = {
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
    .where(and(eq(sessions.token, token), sql`${sessions.expiresAt} > now()`, isNull(users.lockedAt)));
  return found;
}

/** The person of a session, as the API sees them. */
export function toPerson({ session, user, strength }: NonNullable<Awaited<ReturnType<typeof findSession>>>): Person {
  const { id, name, email, emailVerified } = user;
  return { ...{ id, sessionId: session.id, name, email, isVerified: emailVerified }, ...readRoles(user), ...strength };
}

/** Whether a row is one of staff, and what they work on. */
export function readRoles({ role, staffRoles }: Pick<typeof users.$inferSelect, "role" | "staffRoles">) {
  const isAdmin = role === "admin";
  return { isAdmin, staffRoles: isAdmin ? staffRoles : [] };
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

/** Notes when somebody last signed in. */
export async function noteSignIn(db: Db, userId: string): Promise<void> {
  await db.update(users).set({ lastSignInAt: sql`now()` }).where(eq(users.id, userId));
}

/** Ends all of a person's sessions but the newest. */
export async function endOldestSessions(db: Db, userId: string): Promise<void> {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(MOST_SESSIONS);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)));
}

/** Extends a session to its full lifetime, but never beyond LONGEST_DAYS after it began. */
export async function prolongSession(db: Db, id: string): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt: sql`least(${after(SESSION_LIFE_S)}, ${sessionEnd})`, updatedAt: sql`now()` })
    .where(and(eq(sessions.id, id), sql`${sessions.expiresAt} > now()`));
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
export const unexpired = and(sql`${accessTokens.expiresAt} > now()`, sql`${sessions.expiresAt} > now()`);
/** A second safeguard: no token is issued before the second step. */
export const isWhole = sql`${sessions.secondStep} is distinct from 'due'`;

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
    .where(and(inArray(accessTokens.hash, [...byHash.keys()]), unexpired, isWhole, isNull(users.lockedAt)));
  return new Map(
    found.map(({ hash, role, hasSecondFactor }) => {
      const isAdmin = role === "admin";
      return [byHash.get(hash) ?? "", { isAdmin, hasSecondFactor }];
    }),
  );
}

/** How a secret is stored that somebody else holds. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

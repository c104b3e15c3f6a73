import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type Db, FOREIGN_KEY_VIOLATION, sqlState, type Tx, violated } from "#app/platform/db/client.server.ts";
import { prepared } from "#app/platform/db/statements.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { runOutsideRequests } from "#app/platform/request-context.server.ts";
import { hashToken, isWhole, readRoles, strength, unexpired } from "./sessions.server.ts";
import { accessTokens, sessions, users } from "./tables.server.ts";

/** The most tokens that one statement looks up. */
const MOST = 8;
const places = Array.from({ length: MOST }, (_, at) => `hash${at}`);

type Asked = { hash: string; settle: (holder: Person | undefined) => void; fail: (error: unknown) => void };

/**
 * Returns the function that finds the holder of a token. Each call reads the database after it was made: revoking a
 * role or session takes effect at once. Tokens requested in the same turn of the event loop share one statement.
 */
export function createTokenLookup(db: Db): (token: string) => Promise<Person | undefined> {
  let waiting: Asked[] = [];

  function lookUpAll(): void {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MOST) void lookUp(db, all.slice(at, at + MOST));
  }

  return (token) =>
    new Promise((settle, fail) => {
      waiting.push({ hash: hashToken(token), settle, fail });
      // Requests that the sockets have ready join in.
      if (waiting.length === 1) runOutsideRequests(() => setImmediate(lookUpAll));
    });
}

async function lookUp(db: Db, asked: readonly Asked[]): Promise<void> {
  try {
    const rows = await readHolders(
      db,
      asked.map(({ hash }) => hash),
    );
    const holders = new Map(
      rows.map(({ hash, role, staffRoles, ...person }) => [hash, { ...person, ...readRoles({ role, staffRoles }) }]),
    );
    for (const { hash, settle } of asked) settle(holders.get(hash));
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

function readHolders(db: Db, hashes: readonly string[]) {
  if (hashes.length === 1) return readOne(db, { hash: hashes[0] });
  return readSome(db, Object.fromEntries(places.map((place, at) => [place, hashes[at] ?? null])));
}

const readOne = prepared("token_holder", (db) => selectHolders(db, eq(accessTokens.hash, sql.placeholder("hash"))));

// Always the same number of placeholders, however many tokens: with an array, PostgreSQL would count the values and
// plan at each call.
const anyPlace = inArray(
  accessTokens.hash,
  places.map((place) => sql.placeholder(place)),
);
const readSome = prepared("token_holders", (db) => selectHolders(db, anyPlace));

function selectHolders(db: Db | Tx, isAsked: SQL) {
  return db
    .select({
      hash: accessTokens.hash,
      id: users.id,
      sessionId: sessions.id,
      name: users.name,
      email: users.email,
      isVerified: users.emailVerified,
      role: users.role,
      staffRoles: users.staffRoles,
      ...strength,
    })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAsked, unexpired, isWhole, isNull(users.lockedAt)));
}

/** Whether a row names an account that is gone: its holder's, deleted since the token was looked up. */
export function isHolderGone(error: unknown): boolean {
  return sqlState(error) === FOREIGN_KEY_VIOLATION && Boolean(violated(error)?.endsWith("_user_id_users_id_fk"));
}

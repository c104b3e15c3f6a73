import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { keyReused, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { preparedSql } from "#app/platform/db/statements.server.ts";
import { Refusal, refuse } from "./refusal.server.ts";
import { idempotencyKeys } from "./tables.server.ts";

type Asked = Pick<Endpoint, "method" | "path">;

type Request = {
  /** Who sends it. Different people's keys never clash. */
  owner: string;
  /** The `Idempotency-Key` header; without it the act simply runs. */
  key: string | undefined;
  /** The endpoint: a key used at one endpoint means nothing at another. */
  endpoint: Asked;
  /** The parsed request, to tell a repeat from a reused key. */
  content: unknown;
};

/**
 * Runs `act` in one transaction, at most once per key. A repeat gets the first answer; a failed act leaves no trace and
 * may be retried (draft-ietf-httpapi-idempotency-key-header).
 * @throws Refusal request-running while the first is still running, key-reused when the endpoint or the content
 * differs.
 */
export async function once<Answer>(db: Db, request: Request, act: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  const { owner, key, endpoint, content } = request;
  if (key === undefined) return inTransaction(db, act);
  const fingerprint = fingerprintOf(endpoint, content);
  return inTransaction(db, async (tx) => {
    await takeTurn(tx, turnOf(owner, key));
    const done = await findDone(tx, owner, key);
    if (!done) {
      const answer = await act(tx);
      await keep(tx, { owner, key, fingerprint, answer: JSON.stringify(answer) });
      return answer;
    }
    // During a rolling release, the first request may have met the previous version, which hashed only the content.
    if (done.fingerprint !== fingerprint && done.fingerprint !== hash(content)) {
      refuse(keyReused, "This Idempotency-Key was already used for another request. Please use a new one.");
    }
    return done.answer as Answer;
  });
}

/**
 * Like `once`, within a limit that `limit` counts before the work. A repeat of what was done gets its answer even
 * beyond the limit: the first answer may have been the last one allowed, and never have arrived.
 * @throws Refusal as `limit` and `once` do
 */
export async function onceWithin<Answer>(
  limit: <Done>(work: () => Promise<Done>) => Promise<Done>,
  db: Db,
  request: Request,
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await limit(() => once(db, request, act));
  } catch (error) {
    const { owner, key, endpoint, content } = request;
    const isBeyond = error instanceof Refusal && error.problem === tooManyRequests;
    const done = isBeyond && key !== undefined ? await findDone(db, owner, key) : undefined;
    if (done?.fingerprint !== fingerprintOf(endpoint, content)) throw error;
    return done.answer as Answer;
  }
}

/** What distinguishes a repeated request from another one with the same key. */
export function fingerprintOf({ method, path }: Asked, content: unknown): string {
  return hash([`${method} ${path}`, content]);
}

function hash(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

/** The name of the advisory lock that a request with this key holds while it is at work. */
export function turnOf(owner: string, key: string): string {
  return `${owner} ${key}`;
}

// Named, because every act that has a key runs all three.
const lock = preparedSql<{ free: boolean }>(
  "lock_key",
  sql`select pg_try_advisory_xact_lock(hashtextextended(${sql.placeholder("name")}, 0)) as free`,
);
const find = preparedSql<Pick<typeof idempotencyKeys.$inferSelect, "fingerprint" | "answer">>(
  "find_key",
  sql`select fingerprint, answer from ${idempotencyKeys}
      where owner = ${sql.placeholder("owner")} and key = ${sql.placeholder("key")}`,
);
const keep = preparedSql(
  "keep_key",
  sql`insert into ${idempotencyKeys} (owner, key, fingerprint, answer) values (${sql.placeholder("owner")},
      ${sql.placeholder("key")}, ${sql.placeholder("fingerprint")}, ${sql.placeholder("answer")}::jsonb)`,
);

async function takeTurn(tx: Tx, name: string): Promise<void> {
  const [turn] = await lock(tx, { name });
  if (!turn?.free) refuse(requestRunning, "The same request is still being processed. Please wait for its answer.");
}

async function findDone(db: Db | Tx, owner: string, key: string) {
  const [row] = await find(db, { owner, key });
  return row;
}

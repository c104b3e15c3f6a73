import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { keyReused, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
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
      await tx.insert(idempotencyKeys).values({ owner, key, fingerprint, answer });
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

async function takeTurn(tx: Tx, name: string): Promise<void> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`,
  );
  if (!rows[0]?.free) refuse(requestRunning, "The same request is still being processed. Please wait for its answer.");
}

async function findDone(db: Db | Tx, owner: string, key: string) {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.owner, owner), eq(idempotencyKeys.key, key)));
  return row;
}

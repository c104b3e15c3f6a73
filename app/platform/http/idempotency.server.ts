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
  /** The `Idempotency-Key` header; without it the action simply runs. */
  key: string | undefined;
  /** The endpoint: a key used at one endpoint means nothing at another. */
  endpoint: Asked;
  /** The parsed request, to tell a repeat from a reused key. */
  content: unknown;
};

/**
 * Runs `action` in one transaction, at most once per key. A repeat gets the first answer; a failed action leaves no trace and
 * may be retried (draft-ietf-httpapi-idempotency-key-header).
 * @throws Refusal request-running while the first is still running, key-reused when the endpoint or the content
 * differs.
 */
export async function withIdempotencyKey<Answer>(
  db: Db,
  request: Request,
  action: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const { owner, key, endpoint, content } = request;
  if (key === undefined) return inTransaction(db, action);
  const fingerprint = fingerprintOf(endpoint, content);
  return inTransaction(db, async (tx) => {
    const [done] = await lockKeys(tx, [{ owner, key }]);
    if (done === "running") refuse(requestRunning, STILL_RUNNING);
    if (!done) {
      const answer = await action(tx);
      await keepAnswers(tx, [{ owner, key, fingerprint, answer }]);
      return answer;
    }
    if (done.fingerprint !== fingerprint) refuse(keyReused, KEY_REUSED);
    return done.answer as Answer;
  });
}

/**
 * Like `withIdempotencyKey`, within a limit that `limit` counts before the work. A repeat of what was done gets its answer even
 * beyond the limit: the first answer may have been the last one allowed, and never have arrived.
 * @throws Refusal as `limit` and `withIdempotencyKey` do
 */
export async function withLimitAndKey<Answer>(
  limit: <Done>(work: () => Promise<Done>) => Promise<Done>,
  db: Db,
  request: Request,
  action: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await limit(() => withIdempotencyKey(db, request, action));
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

/** Which request a key belongs to: whose it is, and the `Idempotency-Key` header. */
export type LockedKey = { owner: string; key: string };

/** What the request with this key was answered. */
export type Done = LockedKey & { fingerprint: string; answer: unknown };

export const STILL_RUNNING = "The same request is still being processed. Please wait for its answer.";
export const KEY_REUSED = "This Idempotency-Key was already used for another request. Please use a new one.";

// Named, because every action that has a key runs all three.
const lock = preparedSql<{ at: number; isFree: boolean }>(
  "lock_keys",
  sql`select at::int, pg_try_advisory_xact_lock(hashtextextended(owner || ' ' || key, 0)) as "isFree"
      from json_to_recordset(${sql.placeholder("turns")}::json) as turn (at int, owner text, key text)`,
);
const find = preparedSql<Done>(
  "find_keys",
  // The key is looked up for each turn: as a join, a plan made while the table is small may read all of it.
  sql`select done.* from json_to_recordset(${sql.placeholder("turns")}::json) as turn (owner uuid, key text),
      lateral (select k.owner, k.key, k.fingerprint, k.answer from ${idempotencyKeys} k
        where k.owner = turn.owner and k.key = turn.key limit 1) as done`,
);
const keep = preparedSql(
  "keep_keys",
  sql`insert into ${idempotencyKeys} (owner, key, fingerprint, answer)
      select owner, key, fingerprint, answer
      from json_to_recordset(${sql.placeholder("done")}::json) as done (owner uuid, key text, fingerprint text,
        answer jsonb)`,
);

/**
 * Holds the turns of these requests until the transaction ends. Returns for each what it was answered before, undefined
 * if it is new or has no key, or "running" while another transaction holds it.
 */
export async function lockKeys(
  tx: Tx,
  turns: readonly (LockedKey | undefined)[],
): Promise<(Done | "running" | undefined)[]> {
  const keyed = turns.flatMap((turn, at) => (turn ? [{ ...turn, at }] : []));
  if (keyed.length === 0) return turns.map(() => undefined);
  const locked = await lock(tx, { turns: JSON.stringify(keyed) });
  const busy = new Set(locked.flatMap(({ at, isFree }) => (isFree ? [] : [at])));
  // Read once the turns are held: an answer that was being written is there by now.
  const done = await find(tx, { turns: JSON.stringify(keyed) });
  return turns.map((turn, at) => {
    if (!turn) return undefined;
    return busy.has(at) ? "running" : done.find(({ owner, key }) => owner === turn.owner && key === turn.key);
  });
}

/** Keeps the answers of requests whose turns are held. */
export async function keepAnswers(tx: Tx, done: readonly Done[]): Promise<void> {
  if (done.length > 0) await keep(tx, { done: JSON.stringify(done) });
}

async function findDone(db: Db | Tx, owner: string, key: string): Promise<Done | undefined> {
  const [done] = await find(db, { turns: JSON.stringify([{ owner, key }]) });
  return done;
}

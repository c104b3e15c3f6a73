import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PgTransactionConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { runOutsideRequests } from "#app/platform/request-context.server.ts";
import { ShopClient } from "./shop-client.server.ts";

export type Db = NodePgDatabase;
/** What a transaction's function receives. Query functions take `Db | Tx`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Where PostgreSQL is: a URL, or the socket of the shop's own engine. */
export type Connection = pg.PoolConfig & {
  /** A pooler gives each transaction another session, so nothing can be set once for a whole session. */
  isPooled?: boolean;
};

/** The limits of each wait in the database, in milliseconds. Behind a pooler, the role must have them. */
export const guards = {
  lock_timeout: 1_000,
  statement_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;
const POOL_SIZE = 10;
/** A machine that vanishes closes no connection. After this, and ten seconds of probes, it counts as gone. */
const KEEP_ALIVE_MS = 10_000;

/**
 * A separate connection for what needs a session: a lock, listening, a migration, a copy. Its statements have no time
 * limit.
 */
export function createClient(connection: Connection, applicationName: string): pg.Client {
  return new ShopClient({
    ...connection,
    ...{ connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS },
    application_name: applicationName,
  });
}

/**
 * A connection pool in which no wait is endless, whether for a lock, a statement, a free connection or a silent server.
 */
export function openPool(connection: Connection, log: Log, size: number = POOL_SIZE): pg.Pool {
  const pool = new pg.Pool({
    Client: ShopClient,
    ...connection,
    ...(connection.isPooled ? {} : guards),
    max: size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: guards.statement_timeout + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "rivet-and-reed",
  });
  pool.on("release", (_, client) => {
    if (client instanceof ShopClient && client.isSpent) client.end().catch(() => {});
  });
  // The pool listens only to idle connections. If one in use dies, its query reports the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  // Without a listener, an idle connection that dies takes the process with it. The connections of a closing pool may
  // outlive its promise, and the shop's own PostgreSQL stops next.
  const tell = (err: Error) => pool.ending || log.warn({ err }, "an idle database connection was lost");
  pool.on("error", (err) => runOutsideRequests(() => tell(err)));
  return pool;
}

/** Drizzle on a pool of connections. */
export function openDb(pool: pg.Pool): Db {
  return drizzle(pool);
}

const RETRIES = 3;
/** Each wait for a lock takes up to `lock_timeout`, and somebody waits for the answer. */
const LOCK_RETRIES = 1;

/** Whether others held what the statement needed for longer than `lock_timeout`. It has changed nothing. */
export function isLockedOut(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/**
 * Whether the server refused and goes on, so that it has undone the transaction. After a lost connection nobody knows.
 */
export function isRolledBack(error: unknown): boolean {
  const code = sqlState(error);
  return code !== undefined && /^(?!08|57P)[0-9][0-9A-Z]{4}$/.test(code);
}

/**
 * Runs `work` in one transaction, and again if PostgreSQL has undone it for the sake of others: as the victim of a
 * deadlock, or, once, because it waited in vain for a lock.
 */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, work);
    } catch (error) {
      const code = sqlState(error);
      const most = code === "40P01" || code === "40001" ? RETRIES : isLockedOut(error) ? LOCK_RETRIES : 0;
      if (attempt > most) throw error;
    }
  }
}

/** What each transaction under way has left for the time after its commit. */
const leftFor = new WeakMap<Db | Tx, (() => void)[]>();

/**
 * Runs `action` once the transaction has committed, and never if it is undone. A transaction within another, begun by
 * `transact(tx, …)`, leaves it to the outer one.
 * @throws Error when the transaction was not begun by `transact` or `inTransaction`
 */
export function afterCommit(tx: Tx, action: () => void): void {
  const left = leftFor.get(tx);
  if (!left) throw new Error("nobody would notice this commit: begin the transaction with inTransaction or transact");
  left.push(action);
}

/** Like `db.transaction`, which leaks the connection when even `begin` fails; and `afterCommit` works within it. */
export async function transact<Result>(
  db: Db | Tx,
  work: (tx: Tx) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const left: (() => void)[] = [];
  const result = await begin(
    db,
    (tx) => {
      leftFor.set(tx, left);
      return work(tx);
    },
    config,
  );
  const outer = leftFor.get(db);
  if (outer) outer.push(...left);
  else for (const action of left) action();
  return result;
}

async function begin<Result>(
  db: Db | Tx,
  work: (tx: Tx) => Promise<Result>,
  config: PgTransactionConfig | undefined,
): Promise<Result> {
  const pool = "$client" in db ? db.$client : undefined;
  if (!(pool instanceof pg.Pool)) return await db.transaction(work, config);
  const client = await pool.connect();
  try {
    return await drizzle(client).transaction(work, config);
  } finally {
    client.release();
  }
}

/** The SQLSTATE of a row that refers to another that is gone. */
export const FOREIGN_KEY_VIOLATION = "23503";
/** The SQLSTATE of a row whose key another row has already. */
export const UNIQUE_VIOLATION = "23505";

/** The constraint that a database error names, if it does. */
export function violated(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error instanceof pg.DatabaseError ? error.constraint : violated(error.cause);
}

/** The SQLSTATE or socket error code behind a database error, if there is one. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return sqlState(error.cause);
}

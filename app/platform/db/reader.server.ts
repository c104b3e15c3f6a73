import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "#app/platform/log.server.ts";
import { type Db, openDb } from "./client.server.ts";

/** How far a server that follows may lag and still be read. */
const MOST_LAG_MS = 5_000;
const LOOK_MS = 1_000;
/** How long a read waits until the other server has what this process knows to have changed. */
const PATIENCE_MS = 250;
const LOOK_AGAIN_MS = 5;
const MOST_AGAIN_MS = 100;

/** Chooses a server for reads that may lag a little. */
export type Reader = {
  /**
   * The server that follows, if it has all that this process knows to have changed, or has it within 250 ms; otherwise
   * the one that writes. What it shows is at most five seconds old.
   */
  choose(): Promise<Db>;
  /** Something has changed: servers chosen from now on show it. */
  change(): void;
  /** It failed: nobody reads there until it has recovered. */
  giveUp(error: unknown): void;
  close(): Promise<void>;
};

/** A place in the log of the server that writes, and when this process saw it. */
type Mark = { lsn: bigint; at: number; changes: number };
type Servers = { db: Db; writer: pg.Pool; follower: pg.Pool; log: Log; mostLagMs?: number };

/**
 * Compares the two servers' positions in the log, once a second and whenever a read needs to know. Their clocks do not
 * matter, and a quiet shop does not count as lagging.
 */
export function createReader({ db, writer, follower, log, mostLagMs = MOST_LAG_MS }: Servers): Reader {
  const late = openDb(follower);
  const end = new AbortController();
  /** What the follower has not reached, oldest first. */
  let marks: Mark[] = [];
  let changes = 0;
  let reached = -1;
  let isWell = false;
  let wasRead = false;
  let looking: Promise<void> | undefined;

  const isKeepingUp = () => isWell && performance.now() - (marks[0]?.at ?? Number.POSITIVE_INFINITY) <= mostLagMs;

  async function look(): Promise<void> {
    const seen = { at: performance.now(), changes };
    try {
      const lsn = await readLsn(writer, "select pg_current_wal_flush_lsn() - '0/0' as lsn");
      // After a failover the log may begin again at an earlier place.
      marks = [...marks.filter((mark) => mark.lsn <= lsn), { ...seen, lsn }];
      const replayed = await readLsn(follower, REPLAYED);
      for (const mark of marks) if (mark.lsn <= replayed) reached = Math.max(reached, mark.changes);
      marks = marks.filter((mark) => mark.lsn > replayed);
      note(true);
    } catch (error) {
      note(false, error);
    }
  }

  /** Callers that come during a check wait for the next one: this one may have begun too early for them. */
  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  function note(answers: boolean, error?: unknown): void {
    isWell = answers;
    const is = isKeepingUp();
    if (wasRead && !is)
      log.warn({ err: error }, "DATABASE_READ_URL is behind or does not answer: DATABASE_URL is read");
    if (!wasRead && is) log.info("DATABASE_READ_URL is read");
    wasRead = is;
  }

  async function keepLooking(): Promise<void> {
    while (!end.signal.aborted) {
      const isLate = await Promise.race([lookOnce().then(() => false), pause(LOOK_MS, true, { ref: false })]);
      if (isLate) note(false, new Error("it does not answer within a second"));
      await pause(LOOK_MS, undefined, { ref: false, signal: end.signal }).catch(() => {});
    }
  }

  void keepLooking();
  return {
    async choose() {
      if (!isKeepingUp()) return db;
      if (reached >= changes) return late;
      const wanted = changes;
      // If the follower has lagged for longer than a read waits, each read need not check again.
      if (performance.now() - (marks[0]?.at ?? Number.POSITIVE_INFINITY) > PATIENCE_MS) return db;
      const deadline = performance.now() + PATIENCE_MS;
      for (let again = LOOK_AGAIN_MS; performance.now() < deadline; again = Math.min(2 * again, MOST_AGAIN_MS)) {
        await Promise.race([lookOnce(), pause(PATIENCE_MS, undefined, { ref: false })]);
        if (reached >= wanted) return isKeepingUp() ? late : db;
        if (!isWell) return db;
        await pause(again, undefined, { ref: false });
      }
      return db;
    },
    change() {
      changes++;
    },
    giveUp(error) {
      note(false, error);
    },
    async close() {
      end.abort();
      await looking;
      await follower.end();
    },
  };
}

// One that has become the leader has everything.
const REPLAYED = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_flush_lsn() end - '0/0' as lsn`;

async function readLsn(pool: pg.Pool, statement: string): Promise<bigint> {
  const { rows } = await pool.query<{ lsn: string }>(statement);
  return BigInt(rows[0]?.lsn ?? 0);
}

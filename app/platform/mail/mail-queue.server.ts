import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { LaidOut, Written } from "./layout.server.ts";

/** Mails that are waiting, being sent or recently sent. */
export const MAILS = "mails";
/** Mails we have given up on, each with the reason. */
export const DEAD_MAILS = "dead-mails";

/** The priority of a mail that somebody needs in order to go on, such as a link. All others have 0. */
export const AWAITED = 1;

const DAY_S = 24 * 60 * 60;

/** A mail waiting in the queue. */
export type QueuedMail = {
  to: { name: string; address: string };
  /** What to enclose, by names that the shop knows. The files are made when the mail is sent. */
  enclosed?: readonly string[];
} & (LaidOut | Written);

const policy = {
  // The second attempt comes after a random 30 to 60 s. The delay then doubles each time, up to 4 h: about a day in
  // all.
  retryLimit: 14,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * 60 * 60,
  // A missing heartbeat reveals a dead worker; a live one finishes each mail before it expires, even one that hangs.
  heartbeatSeconds: 30,
  expireInSeconds: 2 * 60 * 60,
  // While a mail is remembered, no mail with its key is sent again. Its words are erased once it is sent.
  deleteAfterSeconds: DAY_S,
};

/** Creates or updates the two queues and pg-boss's tables (its schema `pgboss`). Run it under the migration lock. */
export async function prepareMailQueue(db: Db): Promise<void> {
  const boss = new PgBoss({ db: toExecutor(db), supervise: false, schedule: false });
  await boss.start();
  for (const [name, options] of [
    [DEAD_MAILS, { retentionSeconds: 90 * DAY_S }],
    [MAILS, { ...policy, deadLetter: DEAD_MAILS }],
  ] as const) {
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.stop();
}

/** Lets pg-boss use a connection or transaction of ours. */
export function toExecutor(db: Db | Tx) {
  return fromDrizzle(db, sql);
}

import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Db, Tx } from "#app/platform/db/client.server.ts";

/** Mails that wait, are under way or were sent a short while ago. */
export const MAILS = "mails";
/** Mails that nobody tries any more, each with the reason. */
export const DEAD_MAILS = "dead-mails";

const DAY_S = 24 * 60 * 60;

/** A mail as it waits in the queue. */
export type QueuedMail = { to: { name: string; address: string }; subject: string; text: string; html: string };

const policy = {
  // 30 to 60 s until the second attempt, chance decides; then twice as long each time, up to 4 h: about a day in all.
  retryLimit: 14,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 4 * 60 * 60,
  // A worker that died is noticed by its missing heartbeat; one that lives ends each attempt long before it expires.
  heartbeatSeconds: 30,
  expireInSeconds: 15 * 60,
  // As long as a mail is remembered, the same key is not sent again; afterwards nothing of its words is left.
  deleteAfterSeconds: DAY_S,
};

/** Makes or updates the tables of pg-boss (its own schema `pgboss`) and the two queues. Run under the migration's lock. */
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

/** How pg-boss speaks through a connection or transaction of ours. */
export function toExecutor(db: Db | Tx) {
  return fromDrizzle(db, sql);
}

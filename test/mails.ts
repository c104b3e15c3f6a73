import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { flushPendingNotifications } from "#app/pending-notifications.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { toHtml } from "#app/platform/mail/layout.server.ts";
import { DEAD_MAILS, MAILS, type QueuedMail, toExecutor } from "#app/platform/mail/mail-queue.server.ts";
import { CONTACT, ORIGIN } from "./app.ts";

/** One that was sent has lost its words. */
type StoredMail = QueuedMail & { id: string; state: string; html: string };

/** Every mail of this shop in the order in which they were caused, whatever became of it. */
export async function listMails(db: Db): Promise<StoredMail[]> {
  // In a running shop the shop does so twice a second.
  await flushPendingNotifications(db, { origin: ORIGIN, contact: CONTACT });
  const { rows } = await db.execute<{ id: string; state: string; data: QueuedMail }>(
    sql`select id, state, data from pgboss.job where name = ${MAILS} order by created_on, id`,
  );
  return rows.map(({ id, state, data }) => ({ id, state, ...data, html: data && toHtml(data) }));
}

/** What nobody tries to send any more, and why. */
export async function listDeadMails(db: Db): Promise<{ mail: string; reason: string }[]> {
  const { rows } = await db.execute<{ mail: string; reason: string }>(
    sql`select source_id as mail, source_output->>'reason' as reason from pgboss.job where name = ${DEAD_MAILS}`,
  );
  return rows;
}

/** The mails that failed: after how many attempts more than one, and in how many seconds each is due again. */
export async function listDelayedMails(db: Db): Promise<{ repeats: number; seconds: number }[]> {
  const { rows } = await db.execute<{ repeats: number; seconds: number }>(
    sql`select retry_count as repeats, extract(epoch from start_after - now())::float as seconds from pgboss.job
        where name = ${MAILS} and state = 'retry'`,
  );
  return rows;
}

/** Lets the time pass until failed mails are due again. */
export async function passDelays(db: Db): Promise<void> {
  await db.execute(sql`update pgboss.job set start_after = now() where name = ${MAILS} and state = 'retry'`);
}

/** Lets the time pass until the mails of a dead worker are taken from it. */
export async function passLeases(db: Db): Promise<void> {
  await db.execute(
    sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = ${MAILS} and state = 'active'`,
  );
  // A queue that was looked after within the last second is not looked after again.
  await db.execute(sql`update pgboss.queue set monitor_claim_on = now() - interval '1 hour' where name = ${MAILS}`);
  const boss = new PgBoss({ db: toExecutor(db), schedule: false, monitorIntervalSeconds: 1 });
  await boss.start();
  await boss.supervise(MAILS);
  await boss.stop();
}

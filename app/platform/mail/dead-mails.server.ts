import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { DEAD_MAILS, MAILS, toExecutor } from "./mail-queue.server.ts";

export type DeadMail = { id: string; givenUpOn: Date; to: string; subject: string; reason: string };

/** The mails we gave up on, oldest first. */
export async function listDeadMails(db: Db | Tx): Promise<DeadMail[]> {
  const { rows } = await db.execute<Omit<DeadMail, "givenUpOn"> & { givenUpOn: string }>(
    sql`select id, created_on as "givenUpOn", data->'to'->>'address' as to, data->>'subject' as subject,
          coalesce(source_output->>'reason', 'for too long') as reason
        from pgboss.job where name = ${DEAD_MAILS} order by created_on, id`,
  );
  return rows.map(({ givenUpOn, ...mail }) => ({ ...mail, givenUpOn: new Date(givenUpOn) }));
}

/** How many mails wait to be sent or are being sent, and how many were given up. */
export async function countMails(db: Db): Promise<{ waiting: number; dead: number }> {
  const { rows } = await db.execute<{ waiting: number; dead: number }>(
    sql`select (count(*) filter (where name = ${MAILS}))::int as waiting, (count(*) filter (where name = ${DEAD_MAILS}))::int as dead
        from pgboss.job where name in (${MAILS}, ${DEAD_MAILS}) and state in ('created', 'retry', 'active')`,
  );
  return rows[0] ?? { waiting: 0, dead: 0 };
}

/** Returns one of them to the outbox with a full set of attempts; false if none has this id. */
export async function reviveDeadMail(db: Db | Tx, id: string): Promise<boolean> {
  const boss = new PgBoss({ db: toExecutor(db), migrate: false, supervise: false, schedule: false });
  await boss.start();
  try {
    return (await boss.redrive(DEAD_MAILS, { ids: [id], destination: MAILS })) === 1;
  } finally {
    await boss.stop();
  }
}

/** Of the queue's rows: a mail that was given up and not sent again since. */
export const isDeadMail = sql`name = ${DEAD_MAILS} and state in ('created', 'retry', 'active')`;

/** One of them by its id; undefined if it was sent again, or there is none. */
export async function findDeadMail(db: Db | Tx, id: string): Promise<{ subject: string; reason: string } | undefined> {
  const { rows } = await db.execute<{ subject: string; reason: string }>(
    sql`select data->>'subject' as subject, coalesce(source_output->>'reason', 'for too long') as reason
        from pgboss.job where ${isDeadMail} and id = ${id}`,
  );
  return rows[0];
}

type DeadEnclosure = { _id: string; at: string; enclosed: string[]; address: string; subject: string; reason: string };

/** The mails we gave up on that enclose documents: what they enclose, to whom, and why they were given up. */
export async function listDeadEnclosures(db: Db | Tx): Promise<DeadEnclosure[]> {
  const { rows } = await db.execute<DeadEnclosure>(
    sql`select id as _id, created_on as at, data->'enclosed' as enclosed, data->'to'->>'address' as address,
          data->>'subject' as subject, coalesce(source_output->>'reason', 'for too long') as reason
        from pgboss.job where ${isDeadMail} and data ? 'enclosed'
        order by created_on, id`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/client.server.ts";
import { MAILS, type QueuedMail } from "#app/platform/mail/queue.server.ts";

type KeptMail = QueuedMail & { id: string; state: string };

/** Every mail of this shop in the order in which they were caused, whatever became of it. */
export async function mailsOf(db: Db): Promise<KeptMail[]> {
  const { rows } = await db.execute<{ id: string; state: string; data: QueuedMail }>(
    sql`select id, state, data from pgboss.job where name = ${MAILS} order by created_on, id`,
  );
  return rows.map(({ id, state, data }) => ({ id, state, ...data }));
}

import pg from "pg";
import { type Mail, toJob } from "#app/platform/mail/enqueue.server.ts";
import { DEAD_MAILS, MAILS } from "#app/platform/mail/mail-queue.server.ts";

// A restored shop must not send what the original sends. So a backup keeps the mails that were waiting, and those given
// up, in a table of their own; once restored, they all count as given up. `npm run admin -- mails` lists them, and
// sends them on request.

const WAITING = "it was waiting when the backup was made; the original shop may have sent it since";
const COLUMNS = ["id", "data", "created_on", "reason"];

/** What the original shop had yet to write mails about, within half a second, or at the end of a call. */
const PENDING = [
  ...["pending_order_notifications", "pending_sheet_notifications", "pending_move_mails"],
  // Their names in older backups.
  ...["untold_orders", "untold_sheets"],
];

/** Its name in a backup. pg-boss has no table of this name. */
export const outboxTable = { schema: "pgboss", name: "kept_mails", columns: COLUMNS };

/**
 * Its rows, as a COPY: the waiting mails, those given up, and `unwritten`, which the original has yet to write. Mails
 * that were sent have lost their words and are left out.
 */
export function copyOutbox(unwritten: readonly Mail[]): string {
  const jobs = pg.escapeLiteral(JSON.stringify(unwritten.map(toJob)));
  return `
  copy (
    select id, data, created_on, case when name = '${DEAD_MAILS}' then source_output->>'reason' else '${WAITING}' end
    from pgboss.job
    where data is not null and (name = '${MAILS}' and state < 'completed' or name = '${DEAD_MAILS}' and state < 'active')
    union all
    select id, data, now(), '${WAITING}' from jsonb_to_recordset(${jobs}) as unwritten(id uuid, data jsonb)
    order by created_on, id
  ) to stdout`;
}

/** The temporary table that takes the rows during a restore. */
export async function createOutboxTable(client: pg.Client): Promise<string> {
  await client.query(
    "create temporary table kept_mails (id uuid, data jsonb, created_on timestamptz, reason text) on commit drop",
  );
  return `copy kept_mails (${COLUMNS.join(", ")}) from stdin`;
}

/** Puts them among the mails that were given up. */
export async function giveUpUnsentMails(client: pg.Client): Promise<void> {
  // They are among the mails kept. A backup of an older shop has other tables.
  const { rows } = await client.query(
    "select name from unnest($1::text[]) as name where to_regclass(name) is not null",
    [PENDING],
  );
  for (const { name } of rows) await client.query(`delete from ${name}`);
  await client.query(
    `insert into pgboss.job (id, name, data, created_on, start_after, keep_until, deletion_seconds, policy, retry_limit,
       source_name, source_id, source_created_on, source_retry_count, source_output)
     select gen_random_uuid(), queue.name, kept.data, kept.created_on, now(),
       now() + queue.retention_seconds * interval '1 second', queue.deletion_seconds, queue.policy, queue.retry_limit,
       $2, kept.id, kept.created_on, 0, jsonb_build_object('reason', kept.reason)
     from kept_mails kept cross join pgboss.queue where queue.name = $1`,
    [DEAD_MAILS, MAILS],
  );
}

import { sql } from "drizzle-orm";
import type { FailedMail } from "#app/features/orders/mails.contract.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { isDeadMail } from "#app/platform/mail/dead-mails.server.ts";

type Asked = { order?: number | undefined; sheet?: number | undefined };

/**
 * The mails about orders or sheets that were given up, the latest first: a mail is about the page that it leads to. Those
 * about an order include those about its sheet.
 */
export async function listFailedMails(db: Db, { order, sheet }: Asked): Promise<FailedMail[]> {
  const leadsTo = (path: string) => sql`data->>'text' ~ ${`/dashboard/${path}([^0-9]|$)`}`;
  const ofSheet = sql`exists (select from ${orders} where ${orders.number} = ${order ?? null}
    and data->>'text' ~ ('/dashboard/ordersheets/' || ${orders.sheetNumber} || '([^0-9]|$)'))`;
  const isAbout =
    order !== undefined
      ? sql`(${leadsTo(`orders/${order}`)} or ${ofSheet})`
      : sheet !== undefined
        ? leadsTo(`ordersheets/${sheet}`)
        : leadsTo("(orders|ordersheets)/[0-9]+");
  const { rows } = await db.execute<FailedMail>(sql`
    select id as _id, created_on as at, data->'to'->>'address' as address, data->>'subject' as subject,
      coalesce(source_output->>'reason', 'tried for too long') as reason
    from pgboss.job where ${isDeadMail} and ${isAbout}
    order by created_on desc, id limit 100`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

import { sql } from "drizzle-orm";
import { isAmong } from "#app/features/money/ledger.server.ts";
import { invoiceBalances, payments } from "#app/features/money/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";

export type Period = { from?: string | undefined; to?: string | undefined };

/** What an accountant needs of a document or a payment. Days are `2026-11-27`, money is dollars and cents. */
export type AccountRow = {
  day: string;
  kind: string;
  /** Of the document; null for payments. */
  number: string | null;
  /** The invoices that it concerns. */
  invoice: string | null;
  company: string | null;
  name: string | null;
  email: string | null;
  country: string | null;
  taxNumber: string | null;
  net: string | null;
  taxRate: string | null;
  tax: string | null;
  /** With the tax; of a payment what came in, of a refund or a reversal negative. */
  amount: string;
  dueOn: string | null;
  /** The day of the last payment, once nothing is left to pay. */
  paidOn: string | null;
  /** What is left to pay of an invoice today. */
  open: string | null;
  poNumber: string | null;
  reference: string | null;
  reason: string | null;
  by: string | null;
};

const within = (column: string, { from, to }: Period) => {
  const name = sql.raw(column);
  return sql`(${from ?? null}::date is null or ${name} >= ${from ?? null}::date) and (${to ?? null}::date is null or ${name} <= ${to ?? null}::date)`;
};

/** What the document says of its buyer and its tax. */
const said = sql`content::jsonb #>> '{buyer,country}' as country, content::jsonb #>> '{tax,buyerNumber}' as "taxNumber",
  content::jsonb #>> '{tax,rate}' as "taxRate", coalesce(content::jsonb #>> '{tax,amount}', '0.00') as tax`;

/** The day of the last booking that stands and paid something of an invoice: one before it counts towards the first of its order. */
const lastPaid = sql`
  select max(paid.day)::text from (
    select max(row.day) as day from invoiced_orders as line join ${payments} as row on row.order_id = line.order_id
    where line.invoice_id = invoice.id and row.kind in ('payment', 'allocation', 'transfer')
      and not exists (select from ${payments} as undone where undone.reverses = row.id)
      and (row.invoice_id = invoice.id or row.invoice_id is null and not exists (
        select from invoiced_orders as earlier where earlier.order_id = line.order_id and earlier.invoice_id < invoice.id))
    group by row.booking having sum(row.amount) > 0
  ) as paid`;

/** The invoices of these days, by number. */
export async function listInvoices(db: Db, period: Period): Promise<AccountRow[]> {
  const { rows } = await db.execute<AccountRow>(sql`
    select invoice.issued_on::text as day, 'invoice' as kind, invoice.number, invoice.number as invoice,
      invoice.company, invoice.name, invoice.email, ${said},
      (invoice.billed - coalesce((content::jsonb #>> '{tax,amount}')::numeric, 0))::text as net, invoice.billed::text as amount,
      invoice.due_on::text as "dueOn", invoice.rest::text as open, invoice.po_number as "poNumber",
      case when invoice.rest <= 0 then (${lastPaid}) end as "paidOn",
      null as reference, null as reason, null as by
    from ${invoiceBalances} as invoice join invoices as document on document.id = invoice.id
    where ${isAmong(sql`invoice.id`, sql`select id from invoices where ${within("issued_on", period)}`)}
    order by invoice.year, invoice.serial`);
  return rows;
}

/** The credit notes of these days, by number; what they take back is negative. */
export async function listCreditNotes(db: Db, period: Period): Promise<AccountRow[]> {
  const { rows } = await db.execute<AccountRow>(sql`
    select note.issued_on::text as day, 'credit-note' as kind, note.number, invoice.number as invoice,
      invoice.company, invoice.name, invoice.email, ${said},
      (coalesce((content::jsonb #>> '{tax,amount}')::numeric, 0) - note.amount)::text as net, (-note.amount)::text as amount,
      null as "dueOn", null as "paidOn", null as open, invoice.po_number as "poNumber", null as reference, note.reason,
      (select name from users where id = note.actor_id) as by
    from credit_notes as note join ${invoiceBalances} as invoice on invoice.id = note.invoice_id
    where ${within("note.issued_on", period)}
      and ${isAmong(sql`invoice.id`, sql`select invoice_id from credit_notes where ${within("issued_on", period)}`)}
    order by note.year, note.serial`);
  return rows.map((row) => ({ ...row, tax: row.tax && negate(row.tax) }));
}

/** What came in and went out, was given up or reversed on these days: a row for each booking, in the order of booking. */
export async function listPayments(db: Db, period: Period): Promise<AccountRow[]> {
  const { rows } = await db.execute<AccountRow>(sql`
    with booked as (
      select booking, min(seq) as seq, min(day) as day, min(kind) as kind, sum(amount) as amount, min(reference) as reference,
        min(reason) as reason, min(actor_id::text)::uuid as actor_id, min(company_id::text)::uuid as company_id,
        min(user_id::text)::uuid as user_id, array_remove(array_agg(distinct invoice_id), null) as invoice_ids
      from ${payments} as row
      where kind not in ('allocation', 'transfer') and ${within("day", period)}
      group by booking having sum(amount) <> 0
    )
    select booked.day::text, kind, null as number,
      (select string_agg(number, ', ' order by number) from invoices where id = any(invoice_ids)) as invoice,
      coalesce((select name from companies where id = company_id), buyer.company) as company,
      coalesce(buyer.name, (select name from users where id = user_id)) as name,
      coalesce(buyer.email, (select email from users where id = user_id)) as email,
      null as country, null as "taxNumber", null as net, null as "taxRate", null as tax, amount::text, null as "dueOn",
      null as "paidOn", null as open, null as "poNumber", reference, reason,
      (select name from users where id = actor_id) as by
    from booked
    left join lateral (select company, name, email from ${invoiceBalances} as one where one.id = booked.invoice_ids[1]) as buyer on true
    order by booked.day, seq`);
  return rows;
}

function negate(amount: string): string {
  if (/^0+(\.0+)?$/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

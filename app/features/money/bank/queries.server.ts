import { and, eq, sql } from "drizzle-orm";
import type { LineName, Payment } from "#app/features/money/bank.contract.ts";
import { invoicesOf, isAmong, isUnpaid } from "#app/features/money/ledger.server.ts";
import { invoiceBalances, payments } from "#app/features/money/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { OpenInvoice } from "./matching.rules.ts";
import { bankLines } from "./tables.server.ts";

/** All invoices with something left to pay, the one that is due first at first. */
export async function listOpenInvoices(db: Db): Promise<(OpenInvoice & { dueOn: string })[]> {
  const { rows } = await db.execute<OpenInvoice & { dueOn: string }>(sql`
    select invoice.number, invoice.rest::text as open, invoice.due_on::text as "dueOn", invoice.buyer as company,
      (select order_sheets.number from order_sheets join invoices on sheet_id = order_sheets.id where invoices.id = invoice.id) as "sheetNumber",
      array(select distinct po_number from orders join invoiced_orders on order_id = orders.id
        where invoice_id = invoice.id and po_number is not null) as "poNumbers",
      array(select number from orders join invoiced_orders on order_id = orders.id where invoice_id = invoice.id) as "orderNumbers"
    from ${invoiceBalances} as invoice
    where ${isAmong(sql`invoice.id`, invoicesOf(isUnpaid))} and invoice.rest > 0
    order by invoice.due_on, invoice.year, invoice.serial`);
  return rows;
}

/** Those of these numbers that are invoices. */
export async function listInvoiceNumbers(db: Db, numbers: readonly string[]): Promise<string[]> {
  if (numbers.length === 0) return [];
  const { rows } = await db.execute<{ number: string }>(
    sql`select number from invoices where number in ${[...new Set(numbers)]}`,
  );
  return rows.map(({ number }) => number);
}

/** A row that no other has reversed. */
const stands = sql`row.kind <> 'reversal' and not exists (select from ${payments} as undone where undone.reverses = row.id)`;

/** What a payment before an invoice is for. */
const depositName = sql`case when o.sheet_number is null then 'No. ' || o.number else 'S-' || o.sheet_number end`;

/** Whom an invoice names. */
const buyerOnPaper = sql`coalesce(nullif(invoices.content::jsonb #>> '{buyer,company}', ''),
  invoices.content::jsonb #>> '{buyer,name}')`;

/** Of these lines those that are booked: their place among them, when, by whom, who paid, and what. */
export async function listBooked(db: Db, lines: readonly LineName[]) {
  if (lines.length === 0) return [];
  type Booked = { at: number; bookedAt: string; by: string | null; company: string | null; invoices: string[] };
  const { rows } = await db.execute<Booked>(sql`
    select asked.at::int, booked.created_at as "bookedAt", (select name from users where id = booked.actor_id) as by,
      (select coalesce(companies.name, ${buyerOnPaper}, users.name) from ${payments} as row
        left join companies on companies.id = row.company_id left join invoices on invoices.id = row.invoice_id
        left join users on users.id = row.user_id
        where row.booking = any(booked.bookings) order by row.seq limit 1) as company,
      array(select distinct coalesce(invoices.number, ${depositName}) from ${payments} as row
        left join invoices on invoices.id = row.invoice_id left join orders as o on o.id = row.order_id
        where row.booking = any(booked.bookings) and row.order_id is not null and ${stands}) as invoices
    from json_to_recordset(${JSON.stringify(lines.map((line, at) => ({ ...line, at })))}::json)
      as asked(at int, day date, amount numeric, text text, nth int)
    join ${bankLines} as booked using (day, amount, text, nth)
    where exists (select from ${payments} as row where row.booking = any(booked.bookings) and ${stands})`);
  return rows;
}

const isLine = ({ day, amount, text, nth }: LineName) =>
  and(eq(bankLines.day, day), eq(bankLines.amount, amount), eq(bankLines.text, text), eq(bankLines.nth, nth));

/**
 * Makes a line the caller's to book, and holds it until the transaction ends. False if it is booked, also by somebody who
 * was faster.
 */
export async function claimLine(tx: Tx, { day, amount, text, nth }: LineName, actorId: string): Promise<boolean> {
  const claimed = await tx
    .insert(bankLines)
    .values({ day, amount, text, nth, bookings: [], actorId })
    .onConflictDoNothing()
    .returning({ nth: bankLines.nth });
  if (claimed.length > 0) return true;
  const found = await lockLine(tx, { day, amount, text, nth });
  // Only now, with the line locked, is it certain what others have committed.
  return found !== undefined && !(await hasUnreversed(tx, found.bookings));
}

/** A booked line, locked until the transaction ends, and whether it was booked within the hour. */
export async function lockLine(tx: Tx, line: LineName) {
  const isRecent = sql<boolean>`${bankLines.createdAt} > now() - interval '1 hour'`;
  const [found] = await tx
    .select({ bookings: bankLines.bookings, actorId: bankLines.actorId, isRecent })
    .from(bankLines)
    .where(isLine(line))
    .for("update");
  return found;
}

/** Whether a row of these bookings is not reversed. */
export async function hasUnreversed(tx: Tx, bookings: readonly string[]): Promise<boolean> {
  if (bookings.length === 0) return false;
  const { rows } = await tx.execute(
    sql`select 1 from ${payments} as row where row.booking in ${[...bookings]} and ${stands} limit 1`,
  );
  return rows.length > 0;
}

export async function setBookings(tx: Tx, line: LineName, bookings: string[], actorId: string): Promise<void> {
  await tx.update(bankLines).set({ bookings, actorId, createdAt: sql`now()` }).where(isLine(line));
}

type Asked = {
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  after?: [string, number] | undefined;
};

/**
 * What was booked of these days, the latest first: one row for each booking. And how many there are. Credit that was used
 * is not among them, nor that this was reversed: no money came or went.
 */
export async function listPayments(db: Db, { from, to, limit, after }: Asked) {
  const within = sql`row.kind not in ('allocation', 'transfer')
    and (${from ?? null}::date is null or row.day >= ${from ?? null}) and (${to ?? null}::date is null or row.day <= ${to ?? null})`;
  const { rows } = await db.execute<Payment & { seq: number; total: number }>(sql`
    with booked as (
      select row.booking, min(row.seq)::int as seq, min(row.day) as day, min(row.kind) as kind, sum(row.amount) as amount,
        min(row.reference) as reference, min(row.reason) as reason, min(row.created_at) as at,
        min(row.actor_id::text)::uuid as actor_id, min(row.company_id::text)::uuid as company_id,
        min(row.user_id::text)::uuid as user_id, array_remove(array_agg(distinct row.invoice_id), null) as invoice_ids,
        array_remove(array_agg(distinct row.order_id) filter (where row.invoice_id is null), null) as order_ids
      from ${payments} as row
      where ${within}
      group by row.booking having sum(row.amount) <> 0
    )
    select booking as _id, seq, day::text, kind, amount::text, reference, reason, at,
      (select count(*)::int from booked) as total,
      array(select number from invoices where id = any(invoice_ids)
        union select ${depositName} from orders as o where o.id = any(order_ids) order by 1) as invoices,
      coalesce((select name from companies where id = company_id),
        (select ${buyerOnPaper} from invoices where id = any(invoice_ids) limit 1),
        (select name from users where id = user_id), '') as company,
      (select name from users where id = actor_id) as by,
      kind <> 'reversal' and not exists (
        select from ${payments} as row where row.booking = booked.booking and ${stands}) as "isReversed"
    from booked
    where ${after ? sql`(day, seq) < (${after[0]}::date, ${after[1]})` : sql`true`}
    order by day desc, seq desc
    limit ${limit + 1}`);
  return rows;
}

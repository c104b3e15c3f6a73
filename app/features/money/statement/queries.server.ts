import { eq, type SQL, sql } from "drizzle-orm";
import { companies } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { invoicesOf, isOfPayer, isUnpaid, type Payer } from "#app/features/money/ledger.server.ts";
import { listOpenInvoices } from "#app/features/money/pay/queries.server.ts";
import type { Statement } from "#app/features/money/statement.contract.ts";
import type { Db } from "#app/platform/db/client.server.ts";

/**
 * `amount` is what it adds to the debt. A booking is one entry; what only moves money between orders is none. Those of one
 * moment come in the order of `seq`.
 */
function entriesOf(payer: Payer): SQL {
  return sql`
    select invoice.issued_on as day, invoice.created_at as at, 0 as seq, 'invoice' as kind, invoice.number,
      min(coalesce(o.po_number, 'Sheet S-' || o.sheet_number, 'No. ' || o.number)) as about,
      null::text[] as invoices, sum(billed.amount) as amount
    from invoiced_orders billed join orders o on o.id = billed.order_id join invoices invoice on invoice.id = billed.invoice_id
    where ${isOfPayer(payer)} group by invoice.id
    union all
    select note.issued_on, note.created_at, 0, 'credit-note', note.number, 'No. ' || o.number || ', ' || note.reason, null, -note.amount
    from credit_notes note join orders o on o.id = note.order_id where ${isOfPayer(payer)}
    union all
    select row.day, min(row.created_at), min(row.seq), row.kind, null, coalesce(row.reference, row.reason, ''),
      array_remove(array_agg(distinct invoice.number order by invoice.number), null), -sum(row.amount)
    from (
      select * from payments as credit where credit.order_id is null and ${isOfPayer(payer, "credit")}
      union all
      select paid.* from payments as paid join orders o on o.id = paid.order_id where ${isOfPayer(payer)}
    ) as row
    left join invoices invoice on invoice.id = row.invoice_id
    group by row.booking, row.kind, row.day, row.reference, row.reason having sum(row.amount) <> 0`;
}

type Entry = Omit<Statement["entries"][number], "invoices"> & { invoices: string[] | null };

/** What was owed on the evening before `from`, and each entry until `to` with the balance after it. */
export async function readEntries(db: Db, payer: Payer, { from, to }: { from: string; to: string }) {
  const { rows } = await db.execute<Entry & { isBefore: boolean }>(sql`
    with entry as materialized (${entriesOf(payer)})
    select ${from}::date::text as day, 'payment' as kind, null as number, '' as about, null::text[] as invoices, '0.00' as amount,
      coalesce(sum(amount), 0)::numeric(24, 2)::text as balance, true as "isBefore"
    from entry where day < ${from}
    union all
    (select day::text, kind, number, about, invoices, amount::text,
      ((select coalesce(sum(amount), 0) from entry where day < ${from})
        + sum(amount) over (order by day, at, number, seq))::numeric(24, 2)::text, false
    from entry where day between ${from} and ${to} order by day, at, number, seq)`);
  const [before, ...entries] = rows;
  return {
    opening: before?.balance ?? "0.00",
    entries: entries.map(({ isBefore: _, invoices, ...entry }) => ({ ...entry, invoices: invoices ?? [] })),
  };
}

/** The invoices with something left to pay, the one that is due first at first. */
export function listOpenOf(db: Db, payer: Payer) {
  return listOpenInvoices(db, invoicesOf(sql`${isOfPayer(payer)} and ${isUnpaid}`));
}

/** The name of a company, or of a buyer with an account; undefined if there is none. */
export async function findName(db: Db, { companyId, userId }: Payer): Promise<string | undefined> {
  if (companyId) {
    const [company] = await db.select({ name: companies.name }).from(companies).where(eq(companies.id, companyId));
    return company?.name;
  }
  const [person] = userId ? await db.select({ name: users.name }).from(users).where(eq(users.id, userId)) : [];
  return person?.name;
}

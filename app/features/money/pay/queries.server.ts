import { type SQL, sql } from "drizzle-orm";
import type { Of } from "#app/features/documents/queries.server.ts";
import { isAmong } from "#app/features/money/ledger.server.ts";
import { invoiceBalances } from "#app/features/money/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";

type OpenInvoice = { number: string; amount: string; dueOn: string };

/** The invoices of an order or sheet with something left to pay, the one that is due first at first. */
export function listOpenInvoicesOf(db: Db, of: Of, id: string): Promise<OpenInvoice[]> {
  const ofOrder = sql`select invoice_id from invoiced_orders where order_id = ${id}`;
  return listOpenInvoices(db, of === "order" ? ofOrder : sql`select id from invoices where sheet_id = ${id}`);
}

/** As `listOpenInvoicesOf`, of the invoices with these ids. */
export async function listOpenInvoices(db: Db, ids: SQL): Promise<OpenInvoice[]> {
  const { rows } = await db.execute<OpenInvoice>(sql`
    select number, rest::text as amount, due_on::text as "dueOn" from ${invoiceBalances} as invoice
    where ${isAmong(sql`invoice.id`, ids)} and rest > 0
    order by due_on, year, serial`);
  return rows;
}

/** Whether an order or sheet is invoiced by its state: those that moved before the shop kept invoices may be on none. */
export async function isInvoicedByState(db: Db, of: Of, id: string): Promise<boolean> {
  const isOf = of === "order" ? sql`id = ${id}` : sql`sheet_id = ${id}`;
  const { rows } = await db.execute(sql`select 1 from orders where ${isOf} and payment = 'invoiced' limit 1`);
  return rows.length > 0;
}

import { desc, eq, sql } from "drizzle-orm";
import { toCents } from "#app/contract/money.ts";
import { invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { PaymentKind } from "./facts.ts";
import type { Ledger } from "./rules.ts";
import { payments } from "./tables.server.ts";

/** The sums of an order's rows. @throws Error when the database does not answer */
export async function sumOrder(db: Db | Tx, orderId: string): Promise<Ledger> {
  const { rows } = await db.execute<Record<keyof Ledger, string>>(sql`
    select
      (select coalesce(sum(amount), 0)::text from invoiced_orders where order_id = ${orderId}) as billed,
      (select coalesce(sum(amount), 0)::text from credit_notes where order_id = ${orderId}) as credited,
      coalesce(sum(amount) filter (where kind = 'payment'), 0)::text as paid,
      coalesce(-sum(amount) filter (where kind = 'refund'), 0)::text as refunded,
      coalesce(sum(amount) filter (where kind = 'write-off'), 0)::text as "writtenOff"
    from ${payments} as row
    where order_id = ${orderId} and kind <> 'reversal'
      and not exists (select from ${payments} as undone where undone.reverses = row.id)`);
  const [sums] = rows;
  if (!sums) throw new Error("a sum without a row");
  return {
    billed: toCents(sums.billed),
    credited: toCents(sums.credited),
    paid: toCents(sums.paid),
    refunded: toCents(sums.refunded),
    writtenOff: toCents(sums.writtenOff),
  };
}

/** The latest invoice of an order, with what it bills of it and what of that is credited already. */
export async function findBilled(db: Db | Tx, orderId: string) {
  const [found] = await db
    .select({
      invoiceId: invoices.id,
      number: invoices.number,
      pieces: invoicedOrders.pieces,
      amount: invoicedOrders.amount,
      creditedPieces: sql<number>`(select coalesce(sum(pieces), 0)::int from credit_notes as note where note.order_id = ${orderId} and note.invoice_id = ${invoices.id})`,
      credited: sql<string>`(select coalesce(sum(amount), 0)::text from credit_notes as note where note.order_id = ${orderId} and note.invoice_id = ${invoices.id})`,
    })
    .from(invoicedOrders)
    .innerJoin(invoices, eq(invoices.id, invoicedOrders.invoiceId))
    .where(eq(invoicedOrders.orderId, orderId))
    .orderBy(desc(invoices.year), desc(invoices.serial))
    .limit(1);
  return found;
}

export async function insertPayments(tx: Tx, rows: readonly (typeof payments.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(payments).values([...rows]);
}

/** The latest booking of this kind for an order: its rows for this order that no other row has reversed. */
export async function listLatest(tx: Tx, orderId: string, kind: PaymentKind) {
  const { rows } = await tx.execute<{ id: string; invoiceId: string | null; amount: string }>(sql`
    with standing as (
      select * from ${payments} as row where order_id = ${orderId} and kind = ${kind}
        and not exists (select from ${payments} as undone where undone.reverses = row.id)
    )
    select id, invoice_id as "invoiceId", amount::text from standing
    where booking = (select booking from standing order by seq desc limit 1)`);
  return rows;
}

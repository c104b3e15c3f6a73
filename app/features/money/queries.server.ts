import { and, desc, eq, gt, sql } from "drizzle-orm";
import { toCents } from "#app/contract/money.ts";
import { creditNotes, invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
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

/** What a person's orders were paid, refunded and credited with, for their own data: each the oldest first. */
export function listPaymentsOf(db: Db, userId: string, rows: number, after = 0) {
  return db
    .select({
      seq: payments.seq,
      at: payments.createdAt,
      day: payments.day,
      kind: payments.kind,
      amount: payments.amount,
      reference: payments.reference,
      order: orders.number,
      invoice: invoices.number,
    })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(and(eq(payments.userId, userId), gt(payments.seq, after)))
    .orderBy(payments.seq)
    .limit(rows);
}

/** As `listPaymentsOf`, the credit notes. */
export function listCreditNotesOf(db: Db, userId: string, rows: number, after: string | undefined) {
  return db
    .select({
      _id: creditNotes.id,
      number: creditNotes.number,
      day: creditNotes.issuedOn,
      order: orders.number,
      pieces: creditNotes.pieces,
      amount: creditNotes.amount,
      reason: creditNotes.reason,
    })
    .from(creditNotes)
    .innerJoin(orders, eq(orders.id, creditNotes.orderId))
    .where(and(eq(orders.userId, userId), after ? gt(creditNotes.id, after) : undefined))
    .orderBy(creditNotes.id)
    .limit(rows);
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

import { and, desc, eq, gt, inArray, or, sql } from "drizzle-orm";
import { creditNotes, invoicedOrders, invoices } from "#app/features/documents/tables.server.ts";
import { claims } from "#app/features/orders/claims/tables.server.ts";
import type { Billed } from "#app/features/orders/status/billing.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { PaymentKind } from "./facts.ts";
import { payments, reminders } from "./tables.server.ts";

/** The latest invoice of an order, or this one, with what it bills of it and what of that is credited already. */
export async function findBilled(db: Db | Tx, orderId: string, invoiceId?: string) {
  const [found] = await db
    .select({
      invoiceId: invoices.id,
      number: invoices.number,
      pieces: invoicedOrders.pieces,
      amount: invoicedOrders.amount,
      freight: invoicedOrders.freight,
      creditedPieces: sql<number>`(select coalesce(sum(pieces), 0)::int from credit_notes as note where note.order_id = ${orderId} and note.invoice_id = ${invoices.id})`,
      credited: sql<string>`(select coalesce(sum(amount), 0)::text from credit_notes as note where note.order_id = ${orderId} and note.invoice_id = ${invoices.id})`,
    })
    .from(invoicedOrders)
    .innerJoin(invoices, eq(invoices.id, invoicedOrders.invoiceId))
    .where(and(eq(invoicedOrders.orderId, orderId), invoiceId ? eq(invoices.id, invoiceId) : undefined))
    .orderBy(desc(invoices.year), desc(invoices.serial))
    .limit(1);
  return found;
}

/** What stands invoiced of these orders, as `Billing` says. */
export async function listBilled(db: Db | Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, Billed>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await db.execute<Omit<Billed, "line"> & { orderId: string; linePieces: number; goods: string }>(sql`
    select order_id as "orderId", number as invoice, pieces, amount::text, line_pieces as "linePieces", goods::text from (
      select distinct on (line.order_id) line.order_id, invoice.number, line.pieces - note.undelivered as pieces,
        line.amount - note.amount as amount, line.pieces as line_pieces, line.amount - line.freight as goods
      from ${invoicedOrders} as line
      join ${invoices} as invoice on invoice.id = line.invoice_id
      cross join lateral (
        select coalesce(sum(pieces) filter (where not exists (
          select from ${claims} as claim where claim.order_id = line.order_id and claim.credit_note = ${creditNotes.number}
        )), 0)::int as undelivered, coalesce(sum(amount), 0) as amount from ${creditNotes}
        where order_id = line.order_id and invoice_id = line.invoice_id
      ) as note
      where line.order_id in ${[...orderIds]}
      order by line.order_id, invoice.year desc, invoice.serial desc
    ) as latest where amount > 0`);
  return new Map(
    rows.map(({ orderId, linePieces, goods, ...billed }) => {
      return [orderId, { ...billed, line: { pieces: linePieces, amount: goods } }];
    }),
  );
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

/** As `listPaymentsOf`, the reminders of invoices. */
export function listRemindersOf(db: Db, userId: string) {
  const own = db
    .select({ id: invoicedOrders.invoiceId })
    .from(invoicedOrders)
    .innerJoin(orders, eq(orders.id, invoicedOrders.orderId))
    .where(eq(orders.userId, userId));
  return db
    .select({ day: reminders.day, invoice: invoices.number })
    .from(reminders)
    .innerJoin(invoices, eq(invoices.id, reminders.invoiceId))
    .where(inArray(reminders.invoiceId, own))
    .orderBy(reminders.id);
}

export async function insertPayments(tx: Tx, rows: readonly (typeof payments.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(payments).values([...rows]);
}

const columns = {
  ...{ id: payments.id, booking: payments.booking, invoiceId: payments.invoiceId, orderId: payments.orderId },
  ...{ kind: payments.kind, amount: payments.amount, companyId: payments.companyId, userId: payments.userId },
};

/** No row says the opposite, and it is none that does. */
const stands = sql`${payments.kind} <> 'reversal' and not exists (select from ${payments} as undone where undone.reverses = ${payments.id})`;

/** The rows of a booking that stand. */
export function listUnreversed(tx: Tx, booking: string) {
  return tx
    .select(columns)
    .from(payments)
    .where(and(eq(payments.booking, booking), stands))
    .orderBy(payments.seq);
}

/** The latest booking of one of these kinds for an order, by its id; undefined if none stands. */
export async function findLatest(tx: Tx, orderId: string, kinds: readonly PaymentKind[]): Promise<string | undefined> {
  const [found] = await tx
    .select({ booking: payments.booking })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.kind, [...kinds]), stands))
    .orderBy(desc(payments.seq))
    .limit(1);
  return found?.booking;
}

/** What stands written off of an order on an invoice, the latest first. */
export function listWriteOffs(tx: Tx, orderId: string, invoiceId: string) {
  const isOf = and(eq(payments.orderId, orderId), eq(payments.invoiceId, invoiceId), eq(payments.kind, "write-off"));
  return tx
    .select({ id: payments.id, amount: payments.amount, reason: payments.reason })
    .from(payments)
    .where(and(isOf, stands))
    .orderBy(desc(payments.seq));
}

/** The rows of a booking, whether they stand or not; none if there is no such booking. */
export function listBooking(db: Db | Tx, booking: string) {
  return db.select(columns).from(payments).where(eq(payments.booking, booking)).orderBy(payments.seq);
}

/** An invoice by its number. */
export async function findInvoice(db: Db | Tx, number: string) {
  const [found] = await db
    .select({ id: invoices.id, number: invoices.number, dueOn: invoices.dueOn })
    .from(invoices)
    .where(eq(invoices.number, number));
  return found;
}

/** The orders of these invoices, and these orders, locked by id until the transaction ends. */
export function lockOrdersOf(tx: Tx, invoiceIds: readonly string[], ids: readonly string[] = []) {
  const billed = tx
    .select({ id: invoicedOrders.orderId })
    .from(invoicedOrders)
    .where(inArray(invoicedOrders.invoiceId, [...invoiceIds]));
  const those = or(inArray(orders.id, billed), inArray(orders.id, [...ids]));
  return tx.select().from(orders).where(those).orderBy(orders.id).for("no key update");
}

/** Orders by their ids, locked as `lockOrdersOf` does. */
export function lockOrdersById(tx: Tx, ids: readonly string[]) {
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
    .for("no key update");
}

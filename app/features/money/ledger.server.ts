import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { toCents } from "#app/contract/money.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Ledger } from "./rules.ts";
import { orderLedgers, payments } from "./tables.server.ts";

/** The ledger of an order on one invoice; without an invoice, what is paid of an order that is on none. */
export type OrderLedger = Ledger & { invoiceId: string | null; orderId: string };

/** The ledgers of an invoice's orders, or of an order's invoices, by order and then the oldest invoice first. */
export async function listLedgers(
  db: Db | Tx,
  of: { invoiceId: string } | { orderId: string } | { orderIds: readonly string[] },
): Promise<OrderLedger[]> {
  const condition =
    "invoiceId" in of
      ? eq(orderLedgers.invoiceId, of.invoiceId)
      : inArray(orderLedgers.orderId, "orderId" in of ? [of.orderId] : [...of.orderIds]);
  const rows = await db
    .select()
    .from(orderLedgers)
    .where(condition)
    .orderBy(orderLedgers.orderId, sql`${orderLedgers.invoiceId} nulls first`);
  return rows.map(({ invoiceId, orderId, billed, credited, paid, refunded, writtenOff }) => ({
    ...{ invoiceId, orderId, isInvoiced: invoiceId !== null, billed: toCents(billed), credited: toCents(credited) },
    ...{ paid: toCents(paid), refunded: toCents(refunded), writtenOff: toCents(writtenOff) },
  }));
}

/** The sums of the rows of each of these orders, by its id. */
export async function sumOrders(db: Db | Tx, orderIds: readonly string[]): Promise<Map<string, Ledger>> {
  const ledgers = await listLedgers(db, { orderIds });
  return new Map([...Map.groupBy(ledgers, ({ orderId }) => orderId)].map(([id, own]) => [id, addLedgers(own)]));
}

/** The sums of an order's rows. */
export async function sumOrder(db: Db | Tx, orderId: string): Promise<Ledger> {
  return addLedgers(await listLedgers(db, { orderId }));
}

/** One ledger of several. */
export function addLedgers(ledgers: readonly Ledger[]): Ledger {
  const add = (key: Exclude<keyof Ledger, "isInvoiced">) => ledgers.reduce((sum, ledger) => sum + ledger[key], 0n);
  return {
    isInvoiced: ledgers.some(({ isInvoiced }) => isInvoiced),
    ...{ billed: add("billed"), credited: add("credited"), paid: add("paid") },
    ...{ refunded: add("refunded"), writtenOff: add("writtenOff") },
  };
}

/** A company, or a buyer who belongs to none: who pays, and has credit. */
export type Payer = { companyId: string | null; userId: string | null };

/** Rows of money that belongs to no order. */
function isCreditOf({ companyId, userId }: Payer): SQL {
  const whose = companyId ? sql`company_id = ${companyId}` : sql`company_id is null and user_id = ${userId}`;
  return sql`order_id is null and ${whose}`;
}

/** What a company or buyer has paid beyond their invoices, in cents. */
export async function sumCredit(db: Db | Tx, payer: Payer): Promise<bigint> {
  const { rows } = await db.execute<{ sum: string }>(
    sql`select coalesce(sum(amount), 0)::text as sum from ${payments} where ${isCreditOf(payer)}`,
  );
  return toCents(rows[0]?.sum ?? "0");
}

/** The same, locked until the transaction ends: nobody else spends it meanwhile. */
export async function lockCredit(tx: Tx, payer: Payer): Promise<bigint> {
  await tx.execute(sql`select from ${payments} where ${isCreditOf(payer)} and amount > 0 order by seq for update`);
  // Only now, with the rows locked, is it certain what others have committed.
  return sumCredit(tx, payer);
}

/**
 * Whether the id of an invoice is among these. An array: `invoice_balances` then adds up these alone, and with a subquery
 * all there are.
 */
export function isAmong(id: AnyPgColumn | SQL, ids: SQL): SQL {
  return sql`${id} = any(array(${ids}))`;
}

/** The ids of the invoices with an order that is so. */
export function invoicesOf(isSo: SQL): SQL {
  return sql`select billed.invoice_id from invoiced_orders as billed join orders as o on o.id = billed.order_id where ${isSo}`;
}

/** Whether an order `o` is this payer's, or a row of another table with the same columns. */
export function isOfPayer({ companyId, userId }: Payer, table = "o"): SQL {
  const of = sql.identifier(table);
  return companyId ? sql`${of}.company_id = ${companyId}` : sql`${of}.company_id is null and ${of}.user_id = ${userId}`;
}

/**
 * Whether something may be left to pay of an order `o`, by the state that follows from its rows (`paymentStateOf`); of an
 * invoice without such an order nothing is. Worded as in the indexes.
 */
export const isUnpaid = sql`(o.review = 'accepted' and o.payment = 'invoiced' or o.review = 'cancelled' and o.payment = 'invoiced')`;

import { and, eq, gt, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { dayAt } from "#app/contract/calendar.ts";
import { toCents, writeCents } from "#app/contract/money.ts";
import { notFound } from "#app/contract/problem.ts";
import { isOfPayer, type OrderLedger, type Payer, sumOrders } from "#app/features/money/ledger.server.ts";
import type { Ledger } from "#app/features/money/rules.ts";
import { listCharges, listChargesOfAll } from "#app/features/orders/charges/queries.server.ts";
import { sumDeposit } from "#app/features/orders/deposit/deposit.rules.ts";
import { depositOf } from "#app/features/orders/deposit/deposit.server.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";

/** What was paid of these orders and not returned, in cents. */
export async function sumReceived(db: Db | Tx, orderIds: readonly string[]): Promise<bigint> {
  const ledgers = await sumOrders(db, orderIds);
  return [...ledgers.values()].reduce((sum, ledger) => sum + inHand(ledger), 0n);
}

export const inHand = ({ paid, refunded }: Ledger): bigint => paid - refunded;

/** Whether it names what a deposit is paid for: `No. 46`, or of a sheet `S-31`. */
export const isDepositName = (name: string): boolean => /^(No\. |S-)/.test(name);

/** An order of a deposit: what a payment pays of it first, and what it may pay of it at all, in cents. */
type Line = { order: OrderRow; ledger: OrderLedger; rest: bigint; most: bigint };

/** A deposit whose orders are locked until the transaction ends; `open` is what is missing of it, negative if more was paid. */
export type LockedDeposit = { payer: Payer; lines: Line[]; open: bigint };

/** @throws Refusal not-found if there is no such order or sheet, or nothing of it waits for an invoice. */
export async function lockDeposit(tx: Tx, name: string): Promise<LockedDeposit> {
  const number = Number(name.replace(/\D/g, ""));
  const isOf = name.startsWith("S-")
    ? eq(orders.sheetNumber, number)
    : and(eq(orders.number, number), isNull(orders.sheetId));
  const locked = await tx.select().from(orders).where(isOf).orderBy(orders.id).for("no key update");
  const counted = locked.filter((order) => !isEnded(order)).toSorted((a, b) => a.number - b.number);
  const [first] = counted;
  if (!first || counted.every(({ payment }) => payment !== "pending")) {
    return refuse(notFound, `Nothing of ${name} waits for an invoice.`);
  }
  const charges = await listCharges(tx, first.sheetId ?? first.id);
  const ledgers = await sumOrders(
    tx,
    counted.map(({ id }) => id),
  );
  const { due, shares } = sumDeposit(counted, charges);
  const all = counted.map((order, at): Line => {
    const ledger = { invoiceId: null, orderId: order.id, ...(ledgers.get(order.id) ?? nothing) };
    const share = shares[at] ?? { due: 0n, most: 0n };
    const left = (cents: bigint) => (cents > inHand(ledger) ? cents - inHand(ledger) : 0n);
    return { order, ledger, rest: left(share.due), most: left(share.most) };
  });
  const received = all.reduce((sum, { ledger }) => sum + inHand(ledger), 0n);
  const { companyId, userId } = first;
  const lines = all.filter(({ order }) => order.payment === "pending");
  return { payer: { companyId, userId }, lines, open: due - received };
}

const nothing: Ledger = { isInvoiced: false, billed: 0n, credited: 0n, paid: 0n, refunded: 0n, writtenOff: 0n };

/** A deposit that has not come in, as the bank's statement is compared with it. */
export type OpenDeposit = {
  number: string;
  open: string;
  company: string;
  dueOn: string;
  sheetNumber: number | null;
  poNumbers: string[];
  orderNumbers: number[];
};

/**
 * All deposits of which something is missing, or those of one company or buyer, the oldest order first: due since the day
 * of its order in the shop's time zone.
 */
export async function listOpenDeposits(db: Db, timeZone: string, payer?: Payer): Promise<OpenDeposit[]> {
  const goesOn = notInArray(orders.review, ["declined", "cancelled"]);
  const isAsked = and(
    ...[gt(orders.depositPercent, 0), eq(orders.payment, "pending"), goesOn],
    payer && isOfPayer(payer, "orders"),
  );
  const sheets = db.select({ id: orders.sheetId }).from(orders).where(isAsked);
  const rows = await db
    .select()
    .from(orders)
    .where(and(goesOn, or(and(isAsked, isNull(orders.sheetId)), inArray(orders.sheetId, sheets))))
    .orderBy(orders.number);
  if (rows.length === 0) return [];
  const found = Map.groupBy(rows, ({ id, sheetId }) => sheetId ?? id);
  const [charges, ledgers] = await Promise.all([
    listChargesOfAll(db, [...found.keys()]),
    sumOrders(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return [...found].flatMap(([ownerId, lines]) => {
    const received = lines.reduce((sum, { id }) => sum + inHand(ledgers.get(id) ?? nothing), 0n);
    const own = charges.filter((charge) => charge.ownerId === ownerId);
    const deposit = depositOf(lines, own, received);
    const asked = lines.filter(({ depositPercent, payment }) => depositPercent > 0 && payment === "pending");
    const [first] = asked;
    if (!deposit || !first || toCents(deposit.open) === 0n) return [];
    const { company, name, createdAt, sheetNumber, poNumber } = first;
    return {
      ...{
        number: deposit.name,
        open: deposit.open,
        company: company ?? name,
        dueOn: dayAt(new Date(createdAt), timeZone),
      },
      ...{ sheetNumber, poNumbers: poNumber === null ? [] : [poNumber], orderNumbers: asked.map((one) => one.number) },
    };
  });
}

/** What was paid of orders that are on no invoice, of a company or buyer, in dollars and cents. */
export async function sumDeposits(db: Db, payer: Payer): Promise<string> {
  const { rows } = await db.execute<{ sum: string }>(sql`
    select coalesce(sum(paid - refunded), 0)::numeric(24, 2)::text as sum
    from order_ledgers as ledger join orders as o on o.id = ledger.order_id
    where ledger.invoice_id is null and ${isOfPayer(payer)}`);
  return rows[0]?.sum ?? writeCents(0n);
}

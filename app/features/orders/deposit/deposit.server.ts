import { and, eq, notInArray } from "drizzle-orm";
import { formatTotal, writeCents } from "#app/contract/money.ts";
import type { Charge } from "#app/features/orders/charges/charge.rules.ts";
import { listCharges } from "#app/features/orders/charges/queries.server.ts";
import type { Deposit } from "#app/features/orders/contract.ts";
import { depositDue } from "#app/features/orders/problems.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Billing } from "#app/features/orders/status/billing.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { sumDeposit } from "./deposit.rules.ts";

/** An order that was placed alone, or the sheet that it was sent with. */
type Of = { orderId: string; sheetId: string | null };

/**
 * The deposit of an order that was placed alone, or of its whole sheet, and what has come in; null if none was agreed.
 * Orders that have ended do not count.
 */
export async function findDeposit(
  db: Db | Tx,
  billing: Pick<Billing, "sumReceived">,
  { orderId, sheetId }: Of,
): Promise<Deposit | null> {
  const ended = notInArray(orders.review, ["declined", "cancelled"]);
  const rows = await db
    .select()
    .from(orders)
    .where(and(sheetId ? eq(orders.sheetId, sheetId) : eq(orders.id, orderId), ended))
    .orderBy(orders.number);
  if (rows.every(({ depositPercent }) => depositPercent === 0)) return null;
  const [charges, received] = await Promise.all([
    listCharges(db, sheetId ?? orderId),
    billing.sumReceived(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return depositOf(rows, charges, received);
}

/** The deposit of an order that was placed alone, or of those of a sheet that have not ended, the first one first. */
export function depositOf(
  rows: readonly (typeof orders.$inferSelect)[],
  charges: readonly Pick<Charge, "kind" | "amount">[],
  received: bigint,
): Deposit | null {
  const [first] = rows;
  const { percent, due } = sumDeposit(rows, charges);
  if (!first || due === 0n) return null;
  const open = due > received ? due - received : 0n;
  const waits = rows.some(({ review, shipping }) => review === "accepted" && shipping === "pending");
  return {
    name: first.sheetNumber === null ? `No. ${first.number}` : `S-${first.sheetNumber}`,
    ...{ percent, due: writeCents(due), received: writeCents(received), open: writeCents(open) },
    isWaiting: open > 0n && waits,
    isInvoiced: rows.every(({ payment }) => payment !== "pending"),
  };
}

/**
 * Checks that the deposit of an order has come in before it is made or packed. With a reason it may be before: then it
 * returns what the history says of that. The caller holds the order's row.
 * @throws Refusal deposit-due with `due`, `received` and `open`, in dollars and cents
 */
export async function checkDeposit(
  tx: Tx,
  billing: Billing,
  { id, sheetId, depositPercent }: OrderRow,
  reason: string | undefined,
): Promise<string | undefined> {
  if (depositPercent === 0) return undefined;
  const deposit = await findDeposit(tx, billing, { orderId: id, sheetId });
  if (!deposit || Number(deposit.open) === 0) return undefined;
  const { due, received, open } = deposit;
  if (reason !== undefined) {
    return `Begun before the deposit of ${formatTotal(due)} was paid, ${formatTotal(open)} is missing: ${reason}`;
  }
  const paid = Number(received) === 0 ? "nothing has come in" : `${formatTotal(received)} has come in`;
  const waiting = sheetId === null ? "It" : deposit.name;
  const detail = `${waiting} waits for its deposit of ${formatTotal(due)}: ${paid}, ${formatTotal(open)} is missing.`;
  refuse(depositDue, detail, undefined, { due, received, open });
}

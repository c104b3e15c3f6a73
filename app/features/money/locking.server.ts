import { formatTotal, toCents, writeCents } from "#app/contract/money.ts";
import { notFound } from "#app/contract/problem.ts";
import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { isDepositName, lockDeposit } from "./deposits/deposits.server.ts";
import { addLedgers, listLedgers, type OrderLedger, type Payer } from "./ledger.server.ts";
import { balanceChanged } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { restOf } from "./rules.ts";

/** An order: what a payment pays of it first, and what it may pay of it at all, in cents. */
export type Line = { order: OrderRow; ledger: OrderLedger; rest: bigint; most: bigint };

/** An invoice, or with no id a deposit that comes before one, whose orders are locked until the transaction ends. */
export type LockedInvoice = { id: string | null; number: string; payer: Payer; lines: readonly Line[]; open: bigint };

/**
 * Locks the orders of an invoice by id and reads what happened to them so far.
 * @throws Refusal not-found, and balance-changed if the caller saw another amount `open`.
 */
export async function lockInvoice(
  tx: Tx,
  { invoice: number, open: seen }: { invoice: string; open?: string | undefined },
): Promise<LockedInvoice & { id: string }> {
  const invoice = (await queries.findInvoice(tx, number)) ?? refuse(notFound, "This invoice does not exist.");
  const orders = await queries.lockOrdersOf(tx, [invoice.id]);
  const ledgers = await listLedgers(tx, { invoiceId: invoice.id });
  const lines = orders
    .flatMap((order) => {
      const ledger = ledgers.find(({ orderId }) => orderId === order.id);
      const rest = ledger ? restOf(ledger) : 0n;
      return ledger ? [{ order, ledger, rest, most: rest }] : [];
    })
    .toSorted((a, b) => a.order.number - b.order.number);
  const [first] = lines;
  if (!first) throw new Error("an invoice without orders");
  const open = restOf(addLedgers(ledgers));
  refuseChanged(open, seen);
  const { companyId, userId } = first.order;
  return { ...invoice, payer: { companyId, userId }, lines, open };
}

/** As `lockInvoice`, of an invoice or of a deposit that comes before one. */
export async function lockPayable(tx: Tx, asked: Parameters<typeof lockInvoice>[1]): Promise<LockedInvoice> {
  if (!isDepositName(asked.invoice)) return lockInvoice(tx, asked);
  const deposit = await lockDeposit(tx, asked.invoice);
  refuseChanged(deposit.open, asked.open);
  return { id: null, number: asked.invoice, ...deposit };
}

/** @throws Refusal balance-changed if the caller saw another amount. */
function refuseChanged(open: bigint, seen: string | undefined): void {
  if (seen === undefined || toCents(seen) === open) return;
  const now = writeCents(open);
  refuse(balanceChanged, `${describeOpen(open)} by now. Please look again.`, undefined, { open: now });
}

/** The orders that this is for. @throws Refusal not-found of one that the invoice does not have. */
export function pick({ lines }: LockedInvoice, ids: readonly string[] | undefined): readonly Line[] {
  if (!ids) return lines;
  const wanted = lines.filter(({ order }) => ids.includes(order.id));
  if (wanted.length < new Set(ids).size) refuse(notFound, "One of these orders is not on this invoice.");
  return wanted;
}

function describeOpen(open: bigint): string {
  if (open > 0n) return `${formatTotal(writeCents(open))} is open`;
  return open === 0n ? "Nothing is open" : `${formatTotal(writeCents(-open))} too much was paid`;
}

import { and, eq } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { formatTotal, roundToCents, toCents, writeCents } from "#app/contract/money.ts";
import { lockCompany } from "#app/features/companies/queries.server.ts";
import { centsOf } from "#app/features/orders/charges/charge.rules.ts";
import { listCharges } from "#app/features/orders/charges/queries.server.ts";
import { overCredit } from "#app/features/orders/problems.ts";
import * as queries from "#app/features/orders/queries.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Billing } from "./billing.server.ts";

/** Locks the company of an order, before the order itself, as merging does: its orders are accepted one after the other. */
export async function lockCreditOf(tx: Tx, idOrNumber: IdOrNumber): Promise<void> {
  const companyId = (await queries.findOwner(tx, idOrNumber))?.companyId;
  if (companyId) await lockCompany(tx, companyId);
}

/**
 * Checks that a company's credit limit allows to accept these orders of it; the limit itself is allowed. With a reason
 * it may be above: then it returns what the history says of that.
 * @throws Refusal over-credit with `limit`, `open`, `uninvoiced` and `this`, in dollars and cents
 */
export async function checkCredit(
  tx: Tx,
  billing: Billing,
  accepting: readonly queries.OrderRow[],
  reason: string | undefined,
): Promise<string | undefined> {
  const companyId = accepting[0]?.companyId;
  const company = companyId ? await lockCompany(tx, companyId) : undefined;
  if (!companyId || !company?.creditLimit) return undefined;
  const limit = company.creditLimit;
  const { open, uninvoiced } = await billing.sumCreditUsed(tx, companyId);
  const goods = accepting.reduce((sum, { total }) => sum + toCents(roundToCents(total)), 0n);
  const adding = goods + (await sumNewCharges(tx, accepting));
  const before = toCents(open) + toCents(uninvoiced);
  const over = before + adding - toCents(limit);
  if (over <= 0n) return undefined;
  if (reason !== undefined) {
    return `Accepted ${formatCents(over)} above the credit limit of ${formatTotal(limit)}: ${reason}`;
  }
  const detail =
    `${company.name} has a credit limit of ${formatTotal(limit)}, of which ${formatCents(before)} is used. ` +
    `With this ${formatCents(adding)} it would be ${formatCents(over)} above.`;
  refuse(overCredit, detail, undefined, { limit, open, uninvoiced, this: writeCents(adding) });
}

/** Freight and discounts of these orders, in cents: those of a sheet count with the first of its orders that is accepted. */
async function sumNewCharges(tx: Tx, accepting: readonly queries.OrderRow[]): Promise<bigint> {
  const [first] = accepting;
  if (!first) return 0n;
  if (first.sheetId && (await tx.$count(orders, isAcceptedOf(first.sheetId))) > 0) return 0n;
  const charges = await listCharges(tx, first.sheetId ?? first.id);
  return charges.reduce((sum, charge) => sum + centsOf(charge), 0n);
}

const isAcceptedOf = (sheetId: string) => and(eq(orders.sheetId, sheetId), eq(orders.review, "accepted"));

const formatCents = (cents: bigint) => formatTotal(writeCents(cents));

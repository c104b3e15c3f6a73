import { desc, eq, inArray, sql } from "drizzle-orm";
import { lockCompany, updateCompany } from "#app/features/companies/queries.server.ts";
import {
  type companies,
  companyAddresses,
  companyInvitations,
  companyMembers,
} from "#app/features/companies/tables.server.ts";
import { moveCredit } from "#app/features/money/moving.server.ts";
import { insertEvent } from "#app/features/orders/status/events.server.ts";
import { orderSheets, orders } from "#app/features/orders/tables.server.ts";
import { approvals } from "#app/features/sheets/tables.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { readNow } from "#app/platform/db/now.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";

export type CompanyRow = typeof companies.$inferSelect;

type Merging = { who: Person; timeZone: string };

/** So many rows move with one statement: each ends before PostgreSQL would cancel it. */
const ROWS_AT_A_TIME = 5000;

/** Locks two companies by id, so that two that are merged crosswise wait for each other in turn; undefined if one is unknown. */
export async function lockBoth(
  tx: Tx,
  from: string,
  into: string,
): Promise<{ from: CompanyRow; into: CompanyRow } | undefined> {
  const locked = new Map<string, CompanyRow>();
  for (const id of [from, into].toSorted()) {
    const company = await lockCompany(tx, id);
    if (company) locked.set(id, company);
  }
  const [one, other] = [locked.get(from), locked.get(into)];
  return one && other && { from: one, into: other };
}

/**
 * Moves all that a company has to another, and closes it. The caller holds both. Members come first: whoever orders holds
 * their membership until the order is written, so that no order is left behind. Returns how many members and orders moved.
 */
export async function mergeInto(
  tx: Tx,
  { from, into }: { from: CompanyRow; into: CompanyRow },
  by: Merging,
): Promise<{ members: number; orders: number }> {
  const whole = { companyId: into.id };
  const members = await tx.update(companyMembers).set(whole).where(eq(companyMembers.companyId, from.id));
  await tx.update(companyInvitations).set(whole).where(eq(companyInvitations.companyId, from.id));
  await tx.update(approvals).set(whole).where(eq(approvals.companyId, from.id));
  const [newest] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.companyId, from.id))
    .orderBy(desc(orders.id))
    .limit(1);
  const moved = await moveRows(tx, orders, from.id, into.id);
  await moveRows(tx, orderSheets, from.id, into.id);
  await moveAddresses(tx, from, into);
  await moveCredit(tx, { companyId: from.id, userId: null }, { companyId: into.id, userId: null }, by);
  const closedAt = (await readNow(tx)).toISOString();
  await updateCompany(tx, from.id, {
    closedAt,
    mergedInto: into.id,
    documentsLinkHash: null,
    documentsLinkExpiresAt: null,
  });
  await updateCompany(tx, into.id);
  // The sums of orders are counted again after an event.
  const note = `${from.name}, No. ${from.number}, was merged into ${into.name}, No. ${into.number}`;
  if (newest) await insertEvent(tx, { who: by.who, orderId: newest.id, kind: "note", note, noteFor: "internal" });
  return { members: members.rowCount ?? 0, orders: moved };
}

async function moveRows(
  tx: Tx,
  table: typeof orders | typeof orderSheets,
  from: string,
  into: string,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const some = tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.companyId, from))
      .orderBy(table.id)
      .limit(ROWS_AT_A_TIME);
    const { rowCount } = await tx.update(table).set({ companyId: into }).where(inArray(table.id, some));
    if (!rowCount) return moved;
    moved += rowCount;
  }
}

/** The other's default and its address for invoices stay. An address of a name that is taken says where it comes from. */
async function moveAddresses(tx: Tx, from: CompanyRow, into: CompanyRow): Promise<void> {
  const { label } = companyAddresses;
  await tx
    .update(companyAddresses)
    .set({
      ...{ companyId: into.id, isDefault: false, isForInvoices: false },
      label: sql`case when exists (select from ${companyAddresses} as taken
          where taken.company_id = ${into.id} and taken.label = ${label})
        then left(${label}, 50) || ', ' || 'No. ' || ${from.number}::text else ${label} end`,
    })
    .where(eq(companyAddresses.companyId, from.id));
}

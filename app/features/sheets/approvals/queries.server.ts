import { and, desc, eq, gt, lt, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { addTotals, totalPrice } from "#app/contract/money.ts";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { FORMER_MEMBER } from "#app/features/orders/facts.ts";
import { priceChanged } from "#app/features/orders/problems.ts";
import { findFaults, type LineFault } from "#app/features/orders/rules.ts";
import type { Approval } from "#app/features/sheets/approvals.contract.ts";
import type { ApprovalState } from "#app/features/sheets/facts.ts";
import { approvals } from "#app/features/sheets/tables.server.ts";
import { listTrimsById } from "#app/features/trims/queries.server.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";

export type ApprovalRow = typeof approvals.$inferSelect;

/** Writes what a member asks for. Returns its id. */
export async function insertApproval(tx: Tx, asked: typeof approvals.$inferInsert): Promise<string> {
  const [inserted] = await tx.insert(approvals).values(asked).returning({ id: approvals.id });
  if (!inserted) throw new Error("the approval was not inserted");
  return inserted.id;
}

/** What was asked, locked until `tx` ends, so that one person decides. */
export async function lockApproval(tx: Tx, id: string): Promise<ApprovalRow | undefined> {
  const [found] = await tx.select().from(approvals).where(eq(approvals.id, id)).for("no key update");
  return found;
}

/** Writes what became of it. Its caller holds the row. */
export async function updateApproval(
  tx: Tx,
  id: string,
  decided: Pick<ApprovalRow, "state" | "decidedBy" | "reason" | "sentAs">,
): Promise<void> {
  await tx
    .update(approvals)
    .set({ ...decided, decidedAt: new Date().toISOString() })
    .where(eq(approvals.id, id));
}

/** What a person has asked for, in any company, oldest first, behind `after`. */
export async function listOwnApprovals(db: Db, userId: string, limit: number, after: string | undefined) {
  const rows = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.userId, userId), after ? gt(approvals.id, after) : undefined))
    .orderBy(approvals.id)
    .limit(limit);
  return rows.map(({ id: _id, companyId: _, userId: __, decidedBy: ___, ...own }) => ({ _id, ...own }));
}

/** Of which company and, unless a manager asks, of whom; in which state. */
export type ApprovalFilter = {
  companyId: string;
  userId?: string | undefined;
  butUserId?: string | undefined;
  state?: ApprovalState | undefined;
};

/** Newest first, older than `after`; one row more than `limit` if there is one. And how many there are. */
export async function listApprovals(
  db: Db | Tx,
  filter: ApprovalFilter,
  { limit, after, readerId }: { limit: number; after: string | undefined; readerId: string },
): Promise<{ rows: Approval[]; total: number }> {
  const asker = alias(users, "asker");
  const decider = alias(users, "decider");
  const [found, total] = await Promise.all([
    db
      .select({ approval: approvals, name: asker.name, email: asker.email, by: decider.name, member: companyMembers })
      .from(approvals)
      .innerJoin(asker, eq(asker.id, approvals.userId))
      .leftJoin(decider, eq(decider.id, approvals.decidedBy))
      .leftJoin(companyMembers, eq(companyMembers.userId, approvals.userId))
      .where(and(matching(filter), after ? lt(approvals.id, after) : undefined))
      .orderBy(desc(approvals.id))
      .limit(limit + 1),
    db.$count(approvals, matching(filter)),
  ]);
  const ids = new Set(found.flatMap(({ approval }) => approval.lines.map(({ trimId }) => trimId)));
  const trims = new Map((await listTrimsById(db, [...ids])).map((trim) => [trim._id, trim]));
  const rows = found.map(({ approval, name, email, by, member }): Approval => {
    const { id: _id, userId, companyId, lines: asked, decidedBy, ...rest } = approval;
    const lines = asked.map((line) => describeLine(line, trims.get(line.trimId)));
    const now = lines.flatMap(({ unitPriceNow, orderQuantity }) =>
      unitPriceNow === null ? [] : [totalPrice(unitPriceNow, orderQuantity)],
    );
    return {
      ...{ _id, ...rest, lines, totalNow: addTotals(now) },
      asker: {
        ...{ name, email, isMe: userId === readerId },
        orderLimit: member?.companyId === companyId ? member.orderLimit : null,
      },
      decidedBy: decidedBy === null ? null : (by ?? FORMER_MEMBER),
    };
  });
  return { rows, total };
}

function matching({ companyId, userId, butUserId, state }: ApprovalFilter): SQL | undefined {
  return and(
    eq(approvals.companyId, companyId),
    userId === undefined ? undefined : eq(approvals.userId, userId),
    butUserId === undefined ? undefined : ne(approvals.userId, butUserId),
    state === undefined ? undefined : eq(approvals.state, state),
  );
}

type FoundTrim = Awaited<ReturnType<typeof listTrimsById>>[number];

/** A line as it was asked, and how its trim is now. */
function describeLine(line: ApprovalRow["lines"][number], found: FoundTrim | undefined): Approval["lines"][number] {
  const trim = found && !found.removedAt ? found : undefined;
  const unitPriceNow = trim ? quotePrice(trim, line.orderQuantity).unitPrice : null;
  const shelf = trim && { ...trim, unitPrice: unitPriceNow ?? "0" };
  const fault = findFaults({ ...line, unitPrice: undefined }, shelf).find(isOfStock);
  return {
    ...{ ...line, number: trim?.number ?? null, name: trim?.name ?? line.name, img: found?.img ?? null },
    ...{ unitPriceNow, available: trim?.quantity ?? 0, fault: fault?.message ?? null },
  };
}

const isOfStock = ({ problem }: LineFault) => problem !== priceChanged;

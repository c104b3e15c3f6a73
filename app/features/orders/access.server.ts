import { isPermitted } from "#app/contract/staff.ts";
import { findMembership } from "#app/features/companies/queries.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { FORMER_MEMBER } from "./facts.ts";

/** Whose an order or sheet is: its buyer's, and if it was placed for a company, its present members'. */
type Owned = { userId: string | null; companyId: string | null };

/**
 * Whether somebody may read an order or sheet: staff each, a buyer those of their own that no company bought, and a
 * company's present members all that it bought.
 */
export async function mayRead(db: Db | Tx, who: Person, { userId, companyId }: Owned): Promise<boolean> {
  if (who.isAdmin) return true;
  if (companyId === null) return userId === who.id;
  return (await findMembership(db, who.id))?.companyId === companyId;
}

/** As `mayRead`, of changing and cancelling: in a company its managers any, its purchasers their own, viewers none. */
export async function mayActOn(db: Db | Tx, who: Person, { userId, companyId }: Owned): Promise<boolean> {
  if (who.isAdmin) return true;
  if (companyId === null) return userId === who.id;
  const membership = await findMembership(db, who.id);
  if (membership?.companyId !== companyId) return false;
  return membership.role === "manager" || (membership.role === "purchaser" && userId === who.id);
}

/**
 * As whom somebody changes and cancels what they may act on: staff who may not manage orders act on their own as any buyer
 * does, without the prices and the time that staff have.
 * @throws Refusal not-allowed to them for anybody else's
 */
export function actOn(who: Person, { userId }: Pick<Owned, "userId">): Person {
  if (!who.isAdmin || isPermitted(who.staffRoles, "manage-orders")) return who;
  if (userId !== who.id) requirePermission(who, "manage-orders");
  return { ...who, isAdmin: false, staffRoles: [] };
}

type Named = { name: string; email: string; phone: string; isBuyerGone: boolean };

/** An order or sheet as colleagues read it: without the person whose account was deleted. */
export function showColleagues<Row extends Named>(row: Row): Row {
  return row.isBuyerGone ? { ...row, name: FORMER_MEMBER, email: "", phone: "" } : row;
}

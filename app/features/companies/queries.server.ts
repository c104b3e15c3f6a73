import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { companies, companyMembers } from "./tables.server.ts";

const membership = {
  userId: companyMembers.userId,
  companyId: companies.id,
  company: companies.name,
  role: companyMembers.role,
  /** Dollars and cents; null for no limit. */
  orderLimit: companyMembers.orderLimit,
};

/** Which company a person belongs to, as what, and up to which sum they may order; undefined if to none. */
export async function findMembership(db: Db | Tx, userId: string) {
  return (await findMemberships(db, [userId])).get(userId);
}

/** The memberships of these people, by their ids. Whoever belongs to no company is missing. */
export async function findMemberships(db: Db | Tx, userIds: readonly string[]) {
  const found = await db
    .select(membership)
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(and(inArray(companyMembers.userId, [...userIds]), isNull(companies.closedAt)));
  return new Map(found.map((one) => [one.userId, one]));
}

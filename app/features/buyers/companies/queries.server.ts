import { and, desc, eq, exists, inArray, sql } from "drizzle-orm";
import type { IdOrNumber } from "#app/contract/id.ts";
import { withPeople } from "#app/features/companies/queries.server.ts";
import { companies, companyMembers } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { sumCreditUsed } from "#app/features/money/credit.server.ts";
import { ordersQuery } from "#app/features/orders/find/query.server.ts";
import { companySums } from "#app/features/orders/sums/tables.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { isNamed } from "#app/platform/db/columns.server.ts";

const NEWEST = 10;

/** The id of a company, or of the one that it was merged into; undefined if there is none. */
export async function resolveCompany(db: Db | Tx, idOrNumber: IdOrNumber): Promise<string | undefined> {
  const [found] = await db
    .select({ id: companies.id, mergedInto: companies.mergedInto })
    .from(companies)
    .where(isNamed(companies, idOrNumber));
  if (!found?.mergedInto) return found?.id;
  return resolveCompany(db, found.mergedInto);
}

/** The id of a company by id or number, merged or not. */
export async function findCompanyId(db: Db | Tx, idOrNumber: IdOrNumber): Promise<string | undefined> {
  const [found] = await db.select({ id: companies.id }).from(companies).where(isNamed(companies, idOrNumber));
  return found?.id;
}

/** Whether an account works for the shop, and which company it belongs to; undefined without an account. */
export async function findAccount(db: Db | Tx, email: string) {
  const [found] = await db
    .select({ isStaff: sql<boolean>`${users.role} <> 'buyer'`, company: companies.name })
    .from(users)
    .leftJoin(companyMembers, eq(companyMembers.userId, users.id))
    .leftJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(users.email, email));
  return found;
}

/** The contract's page of a company, and its version. */
export async function findCompanyPage(db: Db | Tx, idOrNumber: IdOrNumber) {
  const id = await resolveCompany(db, idOrNumber);
  const [row] = id ? await db.select().from(companies).where(eq(companies.id, id)) : [];
  if (!id || !row) return undefined;
  const { orders: count, value, firstOn, lastOn } = companySums;
  const [sums] = await db
    .select({ orders: count, value, firstOn, lastOn })
    .from(companySums)
    .where(eq(companySums.id, id));
  const newest = await ordersQuery(db).where(eq(orders.companyId, id)).orderBy(desc(orders.id)).limit(NEWEST);
  const people = await withPeople(db, row);
  const ids = people.members.map((one) => one._id);
  const hasOrdered = exists(db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id)));
  const bought = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), hasOrdered));
  const buyerIds = new Set(bought.map((one) => one.id));
  const company = {
    ...people,
    members: people.members.map((one) => ({ ...one, isBuyer: buyerIds.has(one._id) })),
    ...(sums ?? { orders: 0, value: "0.00", firstOn: null, lastOn: null }),
    ...{ credit: await sumCreditUsed(db, id), newest },
  };
  return { company, version: row.version };
}

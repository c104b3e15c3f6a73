import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Company } from "./contract.ts";
import { INVITATION_DAYS, type MemberRole } from "./facts.ts";
import { companies, companyAddresses, companyInvitations, companyMembers } from "./tables.server.ts";

const membership = {
  userId: companyMembers.userId,
  companyId: companies.id,
  company: companies.name,
  country: companies.country,
  role: companyMembers.role,
  /** Dollars and cents; null for no limit. */
  orderLimit: companyMembers.orderLimit,
};

/** Whoever has become staff since is no member any more. */
const isBuyer = eq(users.role, "buyer");

export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];

/** Which company a person belongs to, as what, and up to which sum they may order; undefined if to none. */
export async function findMembership(db: Db | Tx, userId: string): Promise<Membership | undefined> {
  return (await listMemberships(db, [userId]))[0];
}

/** Whether a person belongs to a company. */
export async function isMember(db: Db | Tx, userId: string): Promise<boolean> {
  return (await findMembership(db, userId)) !== undefined;
}

/**
 * The memberships of these people, by their ids. Whoever belongs to no company is missing. Until `tx` ends, nobody removes
 * these members or changes what they may do.
 */
export async function lockMemberships(tx: Tx, userIds: readonly string[]): Promise<Map<string, Membership>> {
  await tx
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(inArray(companyMembers.userId, [...userIds]))
    .orderBy(companyMembers.userId)
    .for("share");
  // Read afterwards: a statement that waited sees the companies as they were before.
  return new Map((await listMemberships(tx, userIds)).map((one) => [one.userId, one]));
}

function listMemberships(db: Db | Tx, userIds: readonly string[]) {
  return db
    .select(membership)
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(inArray(companyMembers.userId, [...userIds]), isNull(companies.closedAt), isBuyer))
    .$dynamic();
}

/** A company's row, locked until `tx` ends, so that changes to it and its members are made one after the other. */
export async function lockCompany(tx: Tx, id: string) {
  const [found] = await tx.select().from(companies).where(eq(companies.id, id)).for("no key update");
  return found;
}

/** The company into which this one was merged, or itself, locked as `lockCompany` does. */
export async function lockPresentCompany(tx: Tx, id: string): Promise<string> {
  const found = await lockCompany(tx, id);
  return found?.mergedInto ? lockPresentCompany(tx, found.mergedInto) : id;
}

/** A person's membership, with the company's row locked; undefined if they belong to none. */
export async function lockMembership(tx: Tx, userId: string) {
  const before = await findMembership(tx, userId);
  const company = before && (await lockCompany(tx, before.companyId));
  // What was true before the wait may be true no more.
  const now = company && (await findMembership(tx, userId));
  return now && now.companyId === company.id ? { ...now, version: company.version } : undefined;
}

/** The company as one of its members sees it, and its version; undefined for somebody who belongs to none. */
export async function findCompany(
  db: Db | Tx,
  userId: string,
): Promise<{ company: Company; version: string } | undefined> {
  const mine = await findMembership(db, userId);
  const [row] = mine ? await db.select().from(companies).where(eq(companies.id, mine.companyId)) : [];
  if (!mine || !row) return undefined;
  return { company: { ...(await withPeople(db, row)), role: mine.role }, version: row.version };
}

/** A company's row with its members, open invitations and addresses. */
export async function withPeople(db: Db | Tx, { id: _id, createdAt, ...rest }: typeof companies.$inferSelect) {
  return {
    ...{ _id, ...rest, createdAt: createdAt.toISOString() },
    members: await listMembers(db, _id),
    invitations: await listInvitations(db, _id),
    addresses: await listAddresses(db, _id),
  };
}

/** What the shop has agreed with a company: null, or undefined for no company, is the shop's usual. */
export async function findTerms(db: Db | Tx, companyId: string | null) {
  if (companyId === null) return undefined;
  const { termsDays, creditLimit, tolerance } = companies;
  const [found] = await db
    .select({ termsDays, creditLimit, tolerance })
    .from(companies)
    .where(eq(companies.id, companyId));
  return found;
}

/** Managers first, then by name. */
export async function listMembers(db: Db | Tx, companyId: string) {
  const found = await db
    .select({
      _id: users.id,
      name: users.name,
      email: users.email,
      role: companyMembers.role,
      orderLimit: companyMembers.orderLimit,
      joinedAt: companyMembers.joinedAt,
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), isBuyer))
    .orderBy(asc(sql`${companyMembers.role} <> 'manager'`), asc(users.name), asc(users.id));
  return found.map(({ joinedAt, ...one }) => ({ ...one, joinedAt: joinedAt.toISOString() }));
}

/** The confirmed addresses of a company's managers. */
export function listManagers(db: Db | Tx, companyId: string) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        ...[eq(companyMembers.companyId, companyId), eq(companyMembers.role, "manager")],
        ...[isBuyer, eq(users.emailVerified, true)],
      ),
    )
    .orderBy(asc(users.id));
}

const isOpen = and(isNull(companyInvitations.acceptedAt), gt(companyInvitations.expiresAt, sql`now()`));

async function listInvitations(db: Db | Tx, companyId: string) {
  const { id: _id, email, role, orderLimit, createdAt, expiresAt } = companyInvitations;
  const found = await db
    .select({ _id, email, role, orderLimit, createdAt, expiresAt })
    .from(companyInvitations)
    .where(and(eq(companyInvitations.companyId, companyId), isOpen))
    .orderBy(desc(companyInvitations.id));
  return found.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() }));
}

/** The default one first, then by name. */
export function listAddresses(db: Db | Tx, companyId: string) {
  const { id: _id, label, street, postcode, town, country, isForInvoices, isDefault } = companyAddresses;
  return db
    .select({ _id, label, street, postcode, town, country, isForInvoices, isDefault })
    .from(companyAddresses)
    .where(eq(companyAddresses.companyId, companyId))
    .orderBy(desc(companyAddresses.isDefault), asc(companyAddresses.label));
}

/** Writes a new company and returns its id and number. */
export async function insertCompany(tx: Tx, values: Omit<typeof companies.$inferInsert, "id" | "version">) {
  const [made] = await tx.insert(companies).values(values).returning({ id: companies.id, number: companies.number });
  if (!made) throw new Error("the company was not written");
  return made;
}

/** Writes a member; false if this person belongs to a company already. */
export async function insertMember(tx: Tx, values: typeof companyMembers.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(companyMembers).values(values).onConflictDoNothing();
  return rowCount === 1;
}

/** Changes a company, or only its version. */
export async function updateCompany(
  tx: Tx,
  id: string,
  values: Partial<typeof companies.$inferInsert> = {},
): Promise<void> {
  await tx
    .update(companies)
    .set({ ...values, version: newId() })
    .where(eq(companies.id, id));
}

/** Whether another manager than this one would be left. */
export async function hasOtherManager(tx: Tx, companyId: string, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        ...[eq(companyMembers.companyId, companyId), eq(companyMembers.role, "manager")],
        ...[ne(companyMembers.userId, userId), isBuyer],
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** A member of this company. */
export async function findMember(tx: Tx, companyId: string, userId: string) {
  const [found] = await tx
    .select({ id: users.id, name: users.name, email: users.email, emailVerified: users.emailVerified, ...membershipOf })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId), isBuyer));
  return found;
}
const membershipOf = { role: companyMembers.role, orderLimit: companyMembers.orderLimit };

export async function updateMember(
  tx: Tx,
  userId: string,
  values: { role: MemberRole; orderLimit: string | null },
): Promise<void> {
  await tx.update(companyMembers).set(values).where(eq(companyMembers.userId, userId));
}

export async function deleteMember(tx: Tx, userId: string): Promise<void> {
  await tx.delete(companyMembers).where(eq(companyMembers.userId, userId));
}

/**
 * Ends a person's membership because their account goes. The company of its only member closes, with its invitations;
 * one that is left without a manager waits until staff name one.
 */
export async function leaveWithAccount(tx: Tx, userId: string): Promise<void> {
  const [mine] = await tx
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(eq(companyMembers.userId, userId));
  if (!mine) return;
  await lockCompany(tx, mine.companyId);
  await deleteMember(tx, userId);
  const left = await tx.$count(companyMembers, eq(companyMembers.companyId, mine.companyId));
  if (left > 0) return updateCompany(tx, mine.companyId);
  await updateCompany(tx, mine.companyId, { closedAt: new Date().toISOString() });
  await tx.delete(companyInvitations).where(openOf(mine.companyId));
}

function openOf(companyId: string) {
  return and(eq(companyInvitations.companyId, companyId), isNull(companyInvitations.acceptedAt));
}

/** Writes an invitation in place of an open one to the same address. */
export async function replaceInvitation(
  tx: Tx,
  values: Omit<typeof companyInvitations.$inferInsert, "id" | "expiresAt">,
): Promise<void> {
  await tx.delete(companyInvitations).where(and(openOf(values.companyId), eq(companyInvitations.email, values.email)));
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * 86_400_000).toISOString();
  await tx.insert(companyInvitations).values({ ...values, expiresAt });
}

/** Deletes an invitation that nobody has accepted; false if there is none. */
export async function deleteInvitation(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(companyInvitations).where(and(openOf(companyId), eq(companyInvitations.id, id)));
  return rowCount === 1;
}

/** The invitation with this hash, if it can still be accepted. */
export async function findInvitation(db: Db | Tx, hash: string) {
  const [found] = await db
    .select({
      id: companyInvitations.id,
      companyId: companies.id,
      company: companies.name,
      email: companyInvitations.email,
      role: companyInvitations.role,
      orderLimit: companyInvitations.orderLimit,
      expiresAt: companyInvitations.expiresAt,
    })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyInvitations.companyId))
    .where(and(eq(companyInvitations.hash, hash), isOpen, isNull(companies.closedAt)));
  return found;
}

/** Marks an invitation as accepted; false if somebody was faster, or it was withdrawn. */
export async function takeInvitation(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(companyInvitations)
    .set({ acceptedAt: new Date().toISOString() })
    .where(and(eq(companyInvitations.id, id), isOpen));
  return rowCount === 1;
}

export type AddressValues = Omit<typeof companyAddresses.$inferInsert, "id" | "companyId">;

/** Writes a new address, or replaces the one with this id; undefined if there is none. */
export async function writeAddress(
  tx: Tx,
  companyId: string,
  values: AddressValues,
  id?: string,
): Promise<string | undefined> {
  const own = eq(companyAddresses.companyId, companyId);
  // At most one of each kind.
  if (values.isDefault) await tx.update(companyAddresses).set({ isDefault: false }).where(own);
  if (values.isForInvoices) await tx.update(companyAddresses).set({ isForInvoices: false }).where(own);
  const [written] = id
    ? await tx
        .update(companyAddresses)
        .set(values)
        .where(and(own, eq(companyAddresses.id, id)))
        .returning({ id: companyAddresses.id })
    : await tx
        .insert(companyAddresses)
        .values({ ...values, companyId })
        .returning({ id: companyAddresses.id });
  return written?.id;
}

/** Whether another address of the company has this name. */
export async function isLabelTaken(tx: Tx, companyId: string, label: string, butId?: string): Promise<boolean> {
  const found = await tx
    .select({ id: companyAddresses.id })
    .from(companyAddresses)
    .where(
      and(
        ...[eq(companyAddresses.companyId, companyId), eq(companyAddresses.label, label)],
        butId ? ne(companyAddresses.id, butId) : undefined,
      ),
    );
  return found.length > 0;
}

export function countAddresses(tx: Tx, companyId: string): Promise<number> {
  return tx.$count(companyAddresses, eq(companyAddresses.companyId, companyId));
}

export async function deleteAddress(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(companyAddresses)
    .where(and(eq(companyAddresses.companyId, companyId), eq(companyAddresses.id, id)));
  return rowCount === 1;
}

/** Confirms the address for documents that this link was mailed to; undefined for an expired or unknown link. */
export async function confirmDocumentsEmail(tx: Tx, hash: string) {
  const [found] = await tx
    .update(companies)
    .set({ isDocumentsEmailConfirmed: true })
    .where(and(eq(companies.documentsLinkHash, hash), gt(companies.documentsLinkExpiresAt, sql`now()`)))
    .returning({ company: companies.name, email: companies.documentsEmail });
  return found;
}

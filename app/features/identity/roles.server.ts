import { and, asc, eq, isNotNull, isNull, ne, notExists, sql } from "drizzle-orm";
import { notAllowed } from "#app/contract/problem.ts";
import { type StaffRole, staffRoles } from "#app/contract/staff.ts";
import { type Actor, recordAction } from "#app/features/audit/queries.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { identityActions } from "./audit-actions.server.ts";
import { readRoles } from "./sessions.server.ts";
import { formerAdmins, sessions, users } from "./tables.server.ts";

/** Whether this person is a member of a company that buys. */
export type IsMember = (db: Db | Tx, userId: string) => Promise<boolean>;

// The only place where roles change, for the pages, the terminal and the configured address alike.

/** All current members of staff, oldest first. */
export type Admins = readonly { id: string; email: string; staffRoles: readonly StaffRole[]; lockedAt: Date | null }[];

/** Whether this is the only owner who can sign in: the shop would have nobody who can give roles. */
function isLastOwner(admins: Admins, id: string): boolean {
  const owners = admins.filter(({ staffRoles, lockedAt }) => staffRoles.includes("owner") && !lockedAt);
  return owners.length === 1 && owners[0]?.id === id;
}

/**
 * Runs an action on roles in one transaction. It first locks all admins, always in the same order, until the end. Actions on
 * roles thus run one after the other, and no two can leave the shop without an admin.
 */
export function changeRoles<Result>(db: Db, action: (tx: Tx, admins: Admins) => Promise<Result>): Promise<Result> {
  return inTransaction(db, async (tx) => action(tx, await lockAdmins(tx)));
}

/** All members of staff, locked until `tx` ends, always in the same order. */
export function lockAdmins(tx: Tx): Promise<Admins> {
  return tx
    .select({ id: users.id, email: users.email, staffRoles: users.staffRoles, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.id))
    .for("no key update");
}

/**
 * For an action of many steps, before each of them. Returns the roles of now. @throws Refusal not-allowed when the role
 * has been taken away, or the account locked, meanwhile
 */
export async function requireStillAdmin(tx: Tx, id: string): Promise<readonly StaffRole[]> {
  const [found] = await tx
    .select({ role: users.role, staffRoles: users.staffRoles, lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.id, id));
  if (found?.role !== "admin" || found.lockedAt) refuse(notAllowed, "Only admins may do this.");
  return found.staffRoles;
}

const isNoOwner = sql`not (${users.role} = 'admin' and 'owner' = any(${users.staffRoles}))`;

/** Gives the owner of this address all powers and records it. The address must be confirmed. */
export async function grantAdmin(
  tx: Tx,
  email: string,
  by: Actor,
): Promise<"granted" | "already admin" | "unknown" | "not confirmed"> {
  const [granted] = await tx
    .update(users)
    .set({ role: "admin", staffRoles: ["owner"] })
    .where(and(eq(users.email, email), isNoOwner, eq(users.emailVerified, true)))
    .returning({ id: users.id });
  if (granted) {
    await tx.delete(formerAdmins).where(eq(formerAdmins.email, email));
    await recordRole(tx, by, "admin", { id: granted.id, email });
    return "granted";
  }
  const [found] = await tx
    .select({ role: users.role, staffRoles: users.staffRoles })
    .from(users)
    .where(eq(users.email, email));
  if (!found) return "unknown";
  return readRoles(found).staffRoles.includes("owner") ? "already admin" : "not confirmed";
}

type RolesOutcome = "changed" | "same" | "unknown" | "not confirmed" | "last admin";

/**
 * Gives the owner of this address exactly these roles, and records it; none make a buyer of them. Somebody new on the
 * staff must have confirmed the address.
 */
export async function setStaffRoles(
  tx: Tx,
  admins: Admins,
  { email, roles }: { email: string; roles: readonly StaffRole[] },
  by: Actor,
): Promise<RolesOutcome> {
  const [found] = await tx
    .select({ id: users.id, role: users.role, staffRoles: users.staffRoles, isConfirmed: users.emailVerified })
    .from(users)
    .where(eq(users.email, email))
    .for("no key update");
  if (!found) return "unknown";
  const before = readRoles(found).staffRoles;
  const after = staffRoles.filter((role) => roles.includes(role));
  const isStaff = after.length > 0;
  if (isStaff && found.role !== "admin" && !found.isConfirmed) return "not confirmed";
  if (before.join() === after.join()) return "same";
  if (isLastOwner(admins, found.id) && !after.includes("owner")) return "last admin";
  await tx
    .update(users)
    .set({ role: isStaff ? "admin" : "buyer", staffRoles: after })
    .where(eq(users.id, found.id));
  if (isStaff) await tx.delete(formerAdmins).where(eq(formerAdmins.email, email));
  else await remember(tx, email);
  const inWords = (some: readonly StaffRole[]) => ({ roles: some.join(", ") || "none" });
  const about = { object: email, objectId: found.id, before: inWords(before), after: inWords(after) };
  await recordAction(tx, by, { action: identityActions.changeRoles, ...about });
  return "changed";
}

/**
 * Locks an account for this reason: its sessions end with their tokens, and none begins until it is unlocked. Its orders
 * stay. Records it.
 */
export async function lockAccount(
  tx: Tx,
  admins: Admins,
  { id, reason }: { id: string; reason: string },
  by: Actor,
): Promise<{ email: string; name: string } | "unknown" | "already locked" | "last admin"> {
  if (isLastOwner(admins, id)) return "last admin";
  const [locked] = await tx
    .update(users)
    .set({ lockedAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.lockedAt)))
    .returning({ email: users.email, name: users.name });
  if (!locked) return (await tx.$count(users, eq(users.id, id))) > 0 ? "already locked" : "unknown";
  await tx.delete(sessions).where(eq(sessions.userId, id));
  const about = { object: locked.email, objectId: id, before: null, after: { reason } };
  await recordAction(tx, by, { action: identityActions.lock, ...about });
  return locked;
}

/** Unlocks an account, and records it. Undefined if it was not locked. */
export async function unlockAccount(
  tx: Tx,
  id: string,
  by: Actor,
): Promise<{ email: string; name: string } | undefined> {
  const [unlocked] = await tx
    .update(users)
    .set({ lockedAt: null })
    .where(and(eq(users.id, id), isNotNull(users.lockedAt)))
    .returning({ email: users.email, name: users.name });
  if (unlocked) await recordAction(tx, by, { action: identityActions.unlock, object: unlocked.email, objectId: id });
  return unlocked;
}

/** Takes the admin role away until somebody grants it again, and records it. */
export async function revokeAdmin(
  tx: Tx,
  admins: Admins,
  email: string,
  by: Actor,
): Promise<"revoked" | "no admin" | "last admin"> {
  const admin = admins.find((one) => one.email === email);
  if (!admin) return "no admin";
  if (isLastOwner(admins, admin.id)) return "last admin";
  await tx.update(users).set({ role: "buyer", staffRoles: [] }).where(eq(users.id, admin.id));
  await remember(tx, email);
  await recordRole(tx, by, "buyer", admin);
  return "revoked";
}

/**
 * Deletes an account with its sessions, tokens and profile, and records it, unless somebody who is no admin deletes
 * their own: the record keeps names for ever. Orders stay; reviews stay without a name.
 */
export async function removePerson(
  tx: Tx,
  admins: Admins,
  id: string,
  by: Actor,
): Promise<"removed" | "unknown" | "last admin"> {
  if (isLastOwner(admins, id)) return "last admin";
  const [gone] = await tx
    .delete(users)
    .where(eq(users.id, id))
    .returning({ email: users.email, name: users.name, role: users.role });
  if (!gone) return "unknown";
  if (gone.role === "admin") await remember(tx, gone.email);
  else if (by.who.id === id) return "removed";
  await recordAction(tx, by, {
    action: identityActions.removeProfile,
    object: gone.email,
    objectId: id,
    before: gone,
    after: null,
  });
  return "removed";
}

const settings: Actor = {
  who: { id: null, name: "Settings", email: "ADMIN_EMAIL" },
  from: { address: null, userAgent: null },
};

type Configured = { email: string | undefined; isMember: IsMember; log: Log };

/**
 * Makes the owner of the configured address an admin once it is confirmed, unless the role was revoked, or they belong to
 * a company: whoever buys does not work here.
 */
export async function grantConfiguredAdmin(
  db: Db,
  userId: string,
  { email, isMember, log }: Configured,
): Promise<void> {
  if (!email) return;
  const revoked = db.select({ one: sql`1` }).from(formerAdmins).where(eq(formerAdmins.email, email));
  const mayBecome = and(
    ...[eq(users.id, userId), eq(users.email, email), eq(users.emailVerified, true), ne(users.role, "admin")],
    notExists(revoked),
  );
  const isDue = (on: Db | Tx) => on.select({ id: users.id }).from(users).where(mayBecome);
  // Check without locks first, since this runs at every login.
  if ((await isDue(db)).length === 0) return;
  await changeRoles(db, async (tx) => {
    if ((await isDue(tx)).length === 0) return;
    if (await isMember(tx, userId)) {
      log.warn("ADMIN_EMAIL belongs to a member of a company that buys: not made an admin until they have left it");
    } else await grantAdmin(tx, email, settings);
  });
}

async function remember(tx: Tx, email: string): Promise<void> {
  await tx.insert(formerAdmins).values({ email }).onConflictDoNothing();
}

function recordRole(tx: Tx, by: Actor, role: "admin" | "buyer", { id, email }: { id: string; email: string }) {
  const [action, before] =
    role === "admin" ? [identityActions.makeAdmin, "buyer"] : [identityActions.demoteAdmin, "admin"];
  return recordAction(tx, by, { action, object: email, objectId: id, before: { role: before }, after: { role } });
}

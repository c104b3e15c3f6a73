import { asc, eq, isNotNull, or } from "drizzle-orm";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { isPermitted } from "#app/contract/staff.ts";
import type { IsMember } from "#app/features/identity/roles.server.ts";
import * as roles from "#app/features/identity/roles.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { lastAdmin, notConfirmed, ownProfile } from "#app/features/profiles/problems.ts";
import * as contract from "#app/features/profiles/staff.contract.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mailLock, mailRoles } from "./mails.server.ts";
import { refuseMember } from "./members.server.ts";

const acknowledged = true as const;

/** What `staff.contract.ts` declares, served. */
export function staffApi({ emailContext, isMember }: { emailContext: EmailContext; isMember: IsMember }): Served[] {
  return [
    serve(contract.listStaffMembers, async ({ db }) => {
      return (await listMembers(db)).map(({ lastSignInAt, lockedAt, ...member }) => ({
        ...member,
        lastSignInAt: lastSignInAt?.toISOString() ?? null,
        lockedAt: lockedAt?.toISOString() ?? null,
      }));
    }),

    serve(contract.changeStaffRoles, async ({ db, who, from, params: { email }, body }) => {
      const outcome = await roles.changeRoles(db, async (tx, admins) => {
        requireOwner(admins, who);
        if (body.roles.length > 0) await refuseMember(tx, email, isMember);
        const outcome = await roles.setStaffRoles(tx, admins, { email, roles: body.roles }, { who, from });
        if (outcome === "changed") await mailRoles(tx, { email, by: who.email, roles: body.roles }, emailContext);
        return outcome;
      });
      if (outcome === "unknown") refuse(notFound, `Nobody has an account with ${email}.`);
      if (outcome === "not confirmed")
        refuse(
          notConfirmed,
          `${email} is not confirmed yet. Its owner must first open the link that was mailed there.`,
        );
      if (outcome === "last admin")
        refuse(lastAdmin, "The last owner must stay one. Make someone else an owner first.");
      return { acknowledged, modifiedCount: outcome === "changed" ? 1 : 0 };
    }),

    serve(contract.lockAccount, async ({ db, who, from, params: { id }, body: { reason } }) => {
      if (id === who.id) refuse(ownProfile, "You cannot lock yourself out. Ask another owner.");
      const outcome = await roles.changeRoles(db, async (tx, admins) => {
        requireOwner(admins, who);
        const outcome = await roles.lockAccount(tx, admins, { id, reason }, { who, from });
        if (typeof outcome === "object") {
          await mailLock(tx, { email: outcome.email, by: who.email, reason }, emailContext);
        }
        return outcome;
      });
      if (outcome === "unknown") refuse(notFound, "This account does not exist.");
      if (outcome === "last admin") refuse(lastAdmin, "The last owner cannot be locked out.");
      return { acknowledged, modifiedCount: outcome === "already locked" ? 0 : 1 };
    }),

    serve(contract.unlockAccount, async ({ db, who, from, params: { id } }) => {
      const unlocked = await roles.changeRoles(db, async (tx, admins) => {
        requireOwner(admins, who);
        const unlocked = await roles.unlockAccount(tx, id, { who, from });
        if (unlocked) await mailLock(tx, { email: unlocked.email, by: who.email, reason: undefined }, emailContext);
        return unlocked;
      });
      return { acknowledged, modifiedCount: unlocked ? 1 : 0 };
    }),
  ];
}

function listMembers(db: Db) {
  return db
    .select({
      _id: users.id,
      email: users.email,
      name: users.name,
      staffRoles: users.staffRoles,
      hasSecondFactor: users.hasSecondFactor,
      lastSignInAt: users.lastSignInAt,
      lockedAt: users.lockedAt,
    })
    .from(users)
    .where(or(eq(users.role, "admin"), isNotNull(users.lockedAt)))
    .orderBy(asc(users.name), asc(users.id));
}

/** Checks the roles again when it is the owner's turn: another owner may have been faster. */
function requireOwner(admins: roles.Admins, who: Person): void {
  const now = admins.find(({ id }) => id === who.id);
  if (!now || now.lockedAt || !isPermitted(now.staffRoles, "manage-people"))
    refuse(notAllowed, "Only owners may do this.");
}

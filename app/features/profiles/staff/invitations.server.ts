import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import { notFound } from "#app/contract/problem.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { identityActions } from "#app/features/identity/audit-actions.server.ts";
import { linkSpent, otherAddress } from "#app/features/identity/problems.ts";
import { type IsMember, lockAdmins, requireStillAdmin, setStaffRoles } from "#app/features/identity/roles.server.ts";
import { hashToken } from "#app/features/identity/sessions.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import * as contract from "#app/features/profiles/invitations.contract.ts";
import { staffInvitations } from "#app/features/profiles/tables.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey, withLimitAndKey } from "#app/platform/http/idempotency.server.ts";
import { type Limits, limitAction, type Rule } from "#app/platform/http/limits.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mailRoles, mailStaffInvitation } from "./mails.server.ts";
import { refuseMember } from "./members.server.ts";

const DAY = 24 * 60;

/** How often an owner may invite, and how often a network may look at links. */
export const staffRules = {
  "staff-invitation-account": { points: 20, minutes: DAY },
  "staff-invitation-network": { points: 20, minutes: DAY },
  "staff-invitation-link": { points: 100, minutes: 15 },
} as const satisfies Record<string, Rule>;

type StaffLimits = Limits<keyof typeof staffRules>;

const acknowledged = true as const;
const SPENT = "This invitation was used or withdrawn, or is too old. Ask an owner of the shop for a new one.";

type Settings = { limits: StaffLimits; emailContext: EmailContext; isMember: IsMember };

/** What `invitations.contract.ts` declares, served. */
export function staffInvitationsApi({ limits, emailContext, isMember }: Settings): Served[] {
  return [
    serve(contract.listStaffInvitations, async ({ db }) => listOpen(db)),

    serve(contract.inviteStaff, ({ db, who, from, network, headers, body }) => {
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.inviteStaff, content: body };
      const count = <Done>(work: () => Promise<Done>) =>
        limitAction<"staff-invitation", Done>(limits, "staff-invitation", who, network, work);
      return withLimitAndKey(count, db, request, async (tx) => {
        await requireStillAdmin(tx, who.id);
        const token = randomBytes(24).toString("base64url");
        const { id, roles } = await writeInvitation(tx, { ...body, hash: hashSecret(token), invitedBy: who.id });
        const about = { object: body.email, objectId: id, before: null, after: { roles: roles.join(", ") } };
        await recordAction(tx, { who, from }, { action: identityActions.inviteStaff, ...about });
        await mailStaffInvitation(tx, { email: body.email, by: who.email, roles, token }, emailContext);
        return { acknowledged };
      });
    }),

    serve(contract.withdrawStaffInvitation, ({ db, who, from, params: { id } }) =>
      inTransaction(db, async (tx) => {
        const [gone] = await tx.delete(staffInvitations).where(eq(staffInvitations.id, id)).returning();
        if (!gone) refuse(notFound, "This invitation was accepted or withdrawn.");
        const about = { object: gone.email, objectId: id, before: { roles: gone.roles.join(", ") }, after: null };
        await recordAction(tx, { who, from }, { action: identityActions.withdrawInvitation, ...about });
        return { acknowledged };
      }),
    ),

    serve(contract.findStaffInvitation, async ({ db, network, params }) => {
      await limits.take("staff-invitation-link", network);
      const { email, roles, expiresAt } = (await findOpen(db, params.token)) ?? refuse(linkSpent, SPENT);
      return { email, roles, expiresAt };
    }),

    serve(contract.acceptStaffInvitation, async ({ db, who, from, network, headers, params }) => {
      await limits.take("staff-invitation-link", network);
      const endpoint = contract.acceptStaffInvitation;
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content: hashSecret(params.token) };
      return withIdempotencyKey(db, request, async (tx) => {
        const admins = await lockAdmins(tx);
        const found = (await findOpen(tx, params.token)) ?? refuse(linkSpent, SPENT);
        if (found.email !== who.email) {
          refuse(
            otherAddress,
            `This invitation is for ${found.email}, and you are logged in as ${who.email}. Log in with that address.`,
          );
        }
        refuseUnverified(who);
        await refuseMember(tx, who.email, isMember);
        await tx.delete(staffInvitations).where(eq(staffInvitations.id, found.id));
        const before = admins.find(({ id }) => id === who.id)?.staffRoles ?? [];
        const roles = [...new Set([...before, ...found.roles])];
        const outcome = await setStaffRoles(tx, admins, { email: who.email, roles }, { who, from });
        if (outcome === "changed") await mailRoles(tx, { email: who.email, by: who.email, roles }, emailContext);
        return { acknowledged, staffRoles: roles };
      });
    }),
  ];
}

function hashSecret(token: string): string {
  return hashToken(`staff:${token}`);
}

const isOpen = gt(staffInvitations.expiresAt, sql`now()`);

async function listOpen(db: Db) {
  const { id: _id, email, roles, createdAt, expiresAt } = staffInvitations;
  const found = await db
    .select({ _id, email, roles, invitedBy: users.name, createdAt, expiresAt })
    .from(staffInvitations)
    .leftJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(isOpen)
    .orderBy(desc(staffInvitations.createdAt));
  return found.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() }));
}

/** The invitation of this link, if it can still be accepted; locked until a transaction ends. */
async function findOpen(db: Db | Tx, token: string) {
  const [found] = await db
    .select()
    .from(staffInvitations)
    .where(and(eq(staffInvitations.hash, hashSecret(token)), isOpen))
    .for("update");
  return found;
}

/** Writes an invitation in place of an earlier one to this address, and forgets those that nobody accepted in time. */
async function writeInvitation(tx: Tx, values: Omit<typeof staffInvitations.$inferInsert, "id" | "expiresAt">) {
  await tx.delete(staffInvitations).where(lte(staffInvitations.expiresAt, sql`now()`));
  await tx.delete(staffInvitations).where(eq(staffInvitations.email, values.email));
  const expiresAt = new Date(Date.now() + contract.STAFF_INVITATION_DAYS * 86_400_000).toISOString();
  const [written] = await tx
    .insert(staffInvitations)
    .values({ ...values, roles: [...new Set(values.roles)], expiresAt })
    .returning();
  if (!written) throw new Error("the invitation was not written");
  return written;
}

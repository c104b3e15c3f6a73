import { id } from "#app/contract/id.ts";
import { invalidInput, notAllowed, notSignedIn } from "#app/contract/problem.ts";
import type { IdentityLimits } from "#app/features/identity/limits.server.ts";
import { isAdminAddress } from "#app/features/identity/queries.server.ts";
import {
  type Admins,
  changeRoles,
  grantAdmin,
  type IsMember,
  removePerson,
  revokeAdmin,
} from "#app/features/identity/roles.server.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { takeUse } from "#app/platform/http/limits.server.ts";
import { answerList, readPage } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import * as contract from "./contract.ts";
import { lastAdmin, notConfirmed, ownProfile } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { mailRoles } from "./staff/mails.server.ts";
import { refuseMember } from "./staff/members.server.ts";

const acknowledged = true as const;

/** What `contract.ts` declares, served. */
export function profilesApi({
  limits,
  emailContext,
  leaveCompany,
  isMember,
}: {
  limits: IdentityLimits;
  emailContext: EmailContext;
  /** Ends a membership before its account is deleted. */
  leaveCompany: (tx: Tx, userId: string) => Promise<void>;
  isMember: IsMember;
}): Served[] {
  return [
    serve(contract.isAdmin, async ({ db, who, params }) => {
      if (params.email === who.email) return { admin: who.isAdmin };
      if (!who.isAdmin) refuse(notAllowed, "You can only ask about your own address.");
      return { admin: await isAdminAddress(db, params.email) };
    }),

    serve(contract.findMyProfile, async ({ db, who, params }) => {
      if (params.email !== who.email) refuse(notAllowed, "This is not your profile.");
      return (await queries.findProfile(db, who.id)) ?? refuse(notSignedIn, "This account is gone.");
    }),

    serve(contract.saveMyProfile, async ({ db, who, network, params, body }) => {
      const isOwn = params.email === who.email && body.email === who.email;
      if (!isOwn) refuse(notAllowed, "This is not your profile.");
      if (!who.isAdmin && !who.isRestingAdmin) requireOfBuyer(body);
      await takeUse<"profile">(limits, "profile", who, network);
      const { name: _, email: __, ...rest } = body;
      const { isNew } = await queries.saveProfile(db, { userId: who.id, ...rest });
      return { acknowledged, modifiedCount: isNew ? 0 : 1, upsertedCount: isNew ? 1 : 0 };
    }),

    serve(contract.listProfiles, async (call) => {
      const { db, query } = call;
      const { limit, after } = readPage(query, id);
      const { q } = query;
      const { rows, total } = await queries.listProfiles(db, { q, limit, after });
      const page = { rows, total, limit: query.limit, toCursor: (row: { _id: string }) => row._id };
      return answerList(call, page, async ({ _id }) => (await queries.listProfiles(db, { q, limit, after: _id })).rows);
    }),

    serve(contract.makeAdmin, async ({ db, who, from, params: { email } }) => {
      const outcome = await changeRoles(db, async (tx, admins) => {
        requireAdmin(admins, who);
        await refuseMember(tx, email, isMember);
        const outcome = await grantAdmin(tx, email, { who, from });
        if (outcome === "granted") await mailRoles(tx, { email, by: who.email, roles: ["owner"] }, emailContext);
        return outcome;
      });
      if (outcome === "not confirmed") {
        refuse(
          notConfirmed,
          `${email} is not confirmed yet. Its owner must first open the link that was mailed there.`,
        );
      }
      return { acknowledged, modifiedCount: outcome === "granted" ? 1 : 0 };
    }),

    serve(contract.demoteAdmin, async ({ db, who, from, params: { email } }) => {
      const outcome = await changeRoles(db, async (tx, admins) => {
        requireAdmin(admins, who);
        const outcome = await revokeAdmin(tx, admins, email, { who, from });
        if (outcome === "revoked") await mailRoles(tx, { email, by: who.email, roles: [] }, emailContext);
        return outcome;
      });
      if (outcome === "last admin") {
        refuse(lastAdmin, "The last admin must stay an admin. Make someone else an admin first.");
      }
      return { acknowledged, modifiedCount: outcome === "revoked" ? 1 : 0 };
    }),

    serve(contract.removeProfile, async ({ db, who, from, params: { id }, changed }) => {
      if (id === who.id) refuse(ownProfile, "You cannot remove yourself. Ask another admin.");
      const outcome = await changeRoles(db, async (tx, admins) => {
        requireAdmin(admins, who);
        await leaveCompany(tx, id);
        await queries.forgetInvitation(tx, id);
        return removePerson(tx, admins, id, { who, from });
      });
      if (outcome === "last admin") refuse(lastAdmin, "The last admin cannot be removed.");
      if (outcome === "unknown") changed();
      return { acknowledged, deletedCount: outcome === "removed" ? 1 : 0 };
    }),
  ];
}

/** @throws Refusal invalid-input */
function requireOfBuyer(body: object): void {
  const { error } = contract.requiredOfBuyers.safeParse(body);
  const errors = error?.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  if (errors) refuse(invalidInput, errors.map(({ message }) => message).join("; "), errors);
}

/** Check the role again when it is the admin's turn: another admin may have been faster. */
function requireAdmin(admins: Admins, who: Person): void {
  if (!admins.some(({ id }) => id === who.id)) refuse(notAllowed, "Only admins may do this.");
}

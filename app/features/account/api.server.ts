import { hashPassword } from "better-auth/crypto";
import { notAllowed } from "#app/contract/problem.ts";
import { leaveWithAccount } from "#app/features/companies/queries.server.ts";
import { refuseCommon } from "#app/features/identity/common-passwords.server.ts";
import { providerNames } from "#app/features/identity/contract.ts";
import type { Identity } from "#app/features/identity/identity.server.ts";
import {
  checkOwnPassword,
  compareOwnPassword,
  refuseWrongPassword,
} from "#app/features/identity/own-password.server.ts";
import * as own from "#app/features/identity/own-sessions.server.ts";
import { inTurn, laneOf } from "#app/features/identity/passwords.server.ts";
import { loginTooOld } from "#app/features/identity/problems.ts";
import { changeRoles, removePerson } from "#app/features/identity/roles.server.ts";
import { PROOF_MIN } from "#app/features/identity/sessions.server.ts";
import { findFactors } from "#app/features/mfa/queries.server.ts";
import { lastAdmin } from "#app/features/profiles/problems.ts";
import { forgetInvitation } from "#app/features/profiles/queries.server.ts";
import { type Db, inTransaction } from "#app/platform/db/client.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import * as changes from "./changes.contract.ts";
import * as contract from "./contract.ts";
import { streamData } from "./data.server.ts";

const acknowledged = true as const;

/** What `contract.ts` declares, served. */
export function accountApi({ limits, mails }: Pick<Identity, "limits" | "mails">): Served[] {
  return [
    serve(contract.findSecurity, async ({ db, who }) => {
      const { password, providers } = await own.findWays(db, who.id);
      const sessions = await own.listOpenSessions(db, who.id);
      const { app, passkeys, recoveryCodes } = await findFactors(db, who.id);
      const shown = sessions.map(({ id, userAgent, signedInBy, secondStep, createdAt, activeAt }) => ({
        ...{ _id: id, isThis: id === who.sessionId, userAgent: userAgent || null, signedInBy },
        // One that is due is not among them.
        secondStep: secondStep === "due" ? null : secondStep,
        ...{ startedAt: createdAt.toISOString(), activeAt: activeAt.toISOString() },
      }));
      return {
        hasPassword: password !== undefined,
        passwordSetAt: password?.setAt.toISOString() ?? null,
        providers: providers.filter((name) => name in providerNames) as (keyof typeof providerNames)[],
        isVerified: who.isVerified,
        isFactorRequired: who.isRestingAdmin ?? false,
        app: app && { since: app.since.toISOString() },
        passkeys: passkeys.map(({ id, name, isSynced, createdAt, lastUsedAt }) => ({
          ...{ _id: id, name, isSynced, addedAt: createdAt.toISOString(), usedAt: lastUsedAt?.toISOString() ?? null },
        })),
        recoveryCodes: recoveryCodes && { ...recoveryCodes, madeAt: recoveryCodes.madeAt.toISOString() },
        sessions: shown.toSorted((one, other) => Number(other.isThis) - Number(one.isThis)),
      };
    }),

    serve(contract.downloadData, async ({ db, who, setHeader }) => {
      await limits.take("data-account", who.id);
      setHeader("Content-Disposition", 'attachment; filename="rivet-and-reed-my-data.json"');
      return streamData(db, who.id);
    }),

    serve(changes.endSession, async ({ db, who, params }) => ({
      acknowledged,
      deletedCount: await own.endSession(db, who.id, params.id),
    })),

    serve(changes.endOtherSessions, async ({ db, who }) => ({
      acknowledged,
      deletedCount: await own.endOtherSessions(db, who.id, who.sessionId),
    })),

    serve(changes.changePassword, async ({ db, who, network, body }) => {
      refuseCommon(body.newPassword, "newPassword", who);
      const { password } = await own.findWays(db, who.id);
      if (!password) refuse(notAllowed, "Your account has no password. “Reset password.” on the login page sets one.");
      const hash = await inTurn(laneOf(true, network, who.email), async () => {
        await compareOwnPassword(limits, password.hash, body.password, who, network);
        return hashPassword(body.newPassword);
      });
      await inTransaction(db, async (tx) => {
        if (!(await own.replacePassword(tx, who.id, password.hash, hash))) refuseWrongPassword();
        await own.endOtherSessions(tx, who.id, who.sessionId);
        await mails.passwordChanged(tx, who);
      });
      return { acknowledged, modifiedCount: 1 as const };
    }),

    serve(changes.deleteAccount, async ({ db, who, from, network, body }) => {
      await proveSelf(db, who, network, body.password);
      const outcome = await changeRoles(db, async (tx, admins) => {
        await leaveWithAccount(tx, who.id);
        await forgetInvitation(tx, who.id);
        const done = await removePerson(tx, admins, who.id, { who, from });
        if (done === "removed" && who.isVerified) await mails.accountDeleted(tx, who);
        return done;
      });
      if (outcome === "last admin") refuse(lastAdmin, "You are the last admin. Make someone else an admin first.");
      return { acknowledged, deletedCount: 1 as const };
    }),
  ];

  /** A stolen token is not enough for what cannot be undone. @throws Refusal wrong-password, login-too-old */
  async function proveSelf(db: Db, who: Person, network: Network, typed: string | undefined): Promise<void> {
    const { password } = await own.findWays(db, who.id);
    if (password) return checkOwnPassword(limits, password.hash, typed, who, network);
    // People with a second factor have just proved who they are.
    if (who.hasSecondFactor || (await own.isSessionFresh(db, who.sessionId, PROOF_MIN))) return;
    refuse(loginTooOld, `Your login is older than ${PROOF_MIN} minutes. Please log out, log in again and come back.`);
  }
}

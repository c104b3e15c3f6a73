import { notFound, notSignedIn } from "#app/contract/problem.ts";
import { readWaiting, replaceCookie, startSession } from "#app/features/identity/better-auth.server.ts";
import type { Identity } from "#app/features/identity/identity.server.ts";
import { checkOwnPassword } from "#app/features/identity/own-password.server.ts";
import { findWays, isSessionFresh, noteProof } from "#app/features/identity/own-sessions.server.ts";
import { emailNotVerified, loginTooOld } from "#app/features/identity/problems.ts";
import { findPerson } from "#app/features/identity/queries.server.ts";
import { PROOF_MIN, takeSecondStep } from "#app/features/identity/sessions.server.ts";
import { type Db, inTransaction, type Tx } from "#app/platform/db/client.server.ts";
import type { Person, Served } from "#app/platform/http/handler.server.ts";
import { serve } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mfaActions } from "./audit-actions.server.ts";
import { countRecoveryCodes, makeAppKey, makeRecoveryCodes, takeAppCode } from "./codes.server.ts";
import * as contract from "./contract.ts";
import { type FactorLimits, takeCode } from "./limits.server.ts";
import { createMfaMails } from "./mails.server.ts";
import * as keys from "./passkeys.server.ts";
import { appIsOn, passkeyKnown, passkeyRefused, tooManyPasskeys } from "./problems.ts";
import { createProofCheck, recordFactor, refuseCode } from "./proof.server.ts";
import * as queries from "./queries.server.ts";
import { makeVisitor, readVisitor } from "./visitor-cookie.server.ts";

const acknowledged = true as const;

const MOST_PASSKEYS = 20;

export type FactorSettings = {
  identity: Pick<Identity, "auth" | "limits" | "secret">;
  limits: FactorLimits;
  emailContext: EmailContext;
};

/** What `contract.ts` declares, served. */
export function mfaApi({ identity: { auth, secret, ...identity }, limits, emailContext }: FactorSettings): Served[] {
  const mails = createMfaMails(emailContext);
  const check = createProofCheck({ secret, limits, emailContext, mails });
  return [
    serve(contract.findSecondStep, async ({ db, request }) => {
      const waiting = await readWaiting(auth, db, request.headers);
      if (!waiting) return null;
      const { app, passkeys, recoveryCodes } = await queries.findFactors(db, waiting.user.id);
      return {
        email: waiting.user.email,
        ...{ app: app !== null, passkey: passkeys.length > 0, recoveryCodes: recoveryCodes?.left ?? 0 },
      };
    }),

    serve(contract.takeSecondStep, async ({ db, body, from, network, request, setCookies }) => {
      const waiting = await readWaiting(auth, db, request.headers);
      if (!waiting) refuse(notSignedIn, "Please log in with your password first.");
      const { user, session } = waiting;
      const prover = { who: { ...user, sessionId: session.id }, network, from };
      const token = await check(db, "second-step", prover, body, (tx, by) => takeSecondStep(tx, session.id, by));
      setCookies(await replaceCookie(auth, request.headers, token ?? refuse(notSignedIn, "Please log in once more.")));
      return { email: user.email };
    }),

    serve(contract.askForPasskey, async ({ db, network, request, setCookies }) => {
      await limits.take("passkey-network", network);
      const waiting = await readWaiting(auth, db, request.headers);
      if (waiting) {
        const purpose = { action: "second-step", holder: waiting.session.id } as const;
        return keys.offerToAsk(db, emailContext, purpose, waiting.user.id);
      }
      const { visitor, headers } = makeVisitor(emailContext.origin);
      setCookies({ headers });
      return keys.offerToAsk(db, emailContext, { action: "sign-in", holder: visitor });
    }),

    serve(contract.signInWithPasskey, async ({ db, body, network, request, setCookies }) => {
      await limits.take("passkey-network", network);
      const purpose = { action: "sign-in", holder: readVisitor(emailContext.origin, request.headers) } as const;
      const { userId } = await keys.takePasskey(db, emailContext, purpose, body.passkey);
      const owner = (await findPerson(db, userId)) ?? refuse(passkeyRefused, "This account is gone.");
      // Possession, and the fingerprint, face or PIN that the device asked for: two factors at once.
      setCookies(await startSession(auth, request.headers, userId, { signedInBy: "passkey", secondStep: "passkey" }));
      return { email: owner.email };
    }),

    serve(contract.askForProof, async ({ db, who, network }) => {
      await limits.take("passkey-network", network);
      return keys.offerToAsk(db, emailContext, { action: "prove", holder: who.sessionId }, who.id);
    }),

    serve(contract.prove, async ({ db, body: { password, ...proof }, who, network, from }) => {
      if (who.hasSecondFactor) {
        await check(db, "prove", { who, network, from }, proof, (tx) => noteProof(tx, who.sessionId));
        return { acknowledged };
      }
      const { password: stored } = await findWays(db, who.id);
      if (stored) await checkOwnPassword(identity.limits, stored.hash, password, who, network);
      else if (!(await isSessionFresh(db, who.sessionId, PROOF_MIN)))
        refuse(
          loginTooOld,
          `Your login is older than ${PROOF_MIN} minutes. Please log out, log in again and come back.`,
        );
      await noteProof(db, who.sessionId);
      return { acknowledged };
    }),

    serve(contract.beginApp, async ({ db, who }) => {
      await mayAdd(who);
      return inTransaction(db, async (tx) => {
        await queries.lockFactors(tx, who.id);
        if ((await queries.readApp(tx, who.id)) === "on") refuse(appIsOn, "Switch the app off first.");
        return makeAppKey(tx, secret, who);
      });
    }),

    serve(contract.confirmApp, async ({ db, body, who, network, from }) => {
      const attempt = await takeCode(limits, who.id, network);
      const recoveryCodes = await inTransaction(db, async (tx) => {
        await queries.lockFactors(tx, who.id);
        if ((await queries.readApp(tx, who.id)) === "on") refuse(appIsOn, "The app is already switched on.");
        if (!(await takeAppCode(tx, secret, who.id, body.code))) refuseCode();
        await queries.switchAppOn(tx, who.id);
        await recordFactor(tx, { who, from }, mfaActions.appOn);
        await mails.appOn(tx, who.email);
        return queries.noteFactorOn(tx, secret, who);
      });
      await attempt.wasRight();
      return { acknowledged, recoveryCodes };
    }),

    serve(contract.removeApp, async ({ db, body, who, network, from }) => {
      const { password } = await findWays(db, who.id);
      if (password) await checkOwnPassword(identity.limits, password.hash, body.password, who, network);
      const deletedCount = await inTransaction(db, async (tx) => {
        await queries.lockFactors(tx, who.id);
        const gone = await queries.deleteApp(tx, who.id);
        if (gone === 0) return gone;
        await recordFactor(tx, { who, from }, mfaActions.appOff);
        await mails.appOff(tx, who.email, await queries.noteFactorOff(tx, who.id));
        return gone;
      });
      return { acknowledged, deletedCount };
    }),

    serve(contract.renewCodes, async ({ db, who, from }) => {
      await limits.take("factor-account", who.id);
      const recoveryCodes = await inTransaction(db, async (tx) => {
        await queries.lockFactors(tx, who.id);
        if (!(await countRecoveryCodes(tx, who.id))) refuse(notFound, "Set up an app or a passkey first.");
        await recordFactor(tx, { who, from }, mfaActions.codesMade);
        await mails.codesMade(tx, who.email);
        return makeRecoveryCodes(tx, secret, who.id);
      });
      return { recoveryCodes };
    }),

    serve(contract.beginPasskey, async ({ db, who }) => {
      await mayAdd(who);
      await checkRoom(db, who);
      return keys.offerToAdd(db, emailContext, who, who.sessionId);
    }),

    serve(contract.addPasskey, async ({ db, body: { name, passkey }, who, from }) => {
      await mayAdd(who);
      const made = await keys.readNew(db, emailContext, who.sessionId, passkey);
      return inTransaction(db, async (tx) => {
        await queries.lockFactors(tx, who.id);
        await checkRoom(tx, who);
        const insertedId = await queries.insertPasskey(tx, { userId: who.id, name, ...made });
        if (!insertedId) refuse(passkeyKnown, "This passkey has already been added.");
        await recordFactor(tx, { who, from }, mfaActions.passkeyAdded);
        await mails.passkeyAdded(tx, who.email);
        return { acknowledged, insertedId, recoveryCodes: await queries.noteFactorOn(tx, secret, who) };
      });
    }),

    serve(contract.renamePasskey, async ({ db, body, params, who }) => {
      await limits.take("factor-account", who.id);
      return { acknowledged, modifiedCount: await queries.renamePasskey(db, who.id, params.id, body.name) };
    }),

    serve(contract.removePasskey, async ({ db, params, who, from }) => {
      const deletedCount = await inTransaction(db, async (tx) => {
        await queries.lockFactors(tx, who.id);
        if ((await queries.deletePasskey(tx, who.id, params.id)) === undefined) return 0;
        await recordFactor(tx, { who, from }, mfaActions.passkeyRemoved);
        await mails.passkeyRemoved(tx, who.email, await queries.noteFactorOff(tx, who.id));
        return 1;
      });
      return { acknowledged, deletedCount };
    }),
  ];

  /** A factor on an address that was never confirmed would lock out its owner. @throws Refusal */
  async function mayAdd(who: Person): Promise<void> {
    if (!who.isVerified) refuse(emailNotVerified, "Please confirm your e-mail address first.");
    await limits.take("factor-account", who.id);
  }
}

async function checkRoom(db: Db | Tx, who: Person): Promise<void> {
  const { length } = await keys.listPasskeys(db, who.id);
  if (length >= MOST_PASSKEYS) refuse(tooManyPasskeys, "Remove a passkey that you no longer use first.");
}

import { hashPassword } from "better-auth/crypto";
import { invalidInput, notFound, notSignedIn, secondFactorNeeded } from "#app/contract/problem.ts";
import { TOKEN_LIFE_S } from "#app/contract/token.ts";
import { type Db, FOREIGN_KEY_VIOLATION, inTransaction, sqlState, type Tx } from "#app/platform/db/client.server.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { takeUse } from "#app/platform/http/limits.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import {
  askBetterAuth,
  beginBetterAuth,
  followBetterAuth,
  readSession,
  readWaiting,
  startSession,
} from "./better-auth.server.ts";
import { refuseCommon } from "./common-passwords.server.ts";
import * as contract from "./contract.ts";
import type { Identity } from "./identity.server.ts";
import { findMailTime, type MailTime, mayTellOfGuesses, takeGuess } from "./limits.server.ts";
import * as links from "./links.server.ts";
import { isPassword } from "./own-password.server.ts";
import { endIfReplaced, findPassword, hasSessionFrom } from "./own-sessions.server.ts";
import { inTurn, laneOf } from "./passwords.server.ts";
import * as queries from "./queries.server.ts";
import * as sessions from "./sessions.server.ts";
import { checkReachable } from "./social.server.ts";

const done = { status: true } as const;

/** A call that answers alike for every address must also take about the same time for each. */
const EVEN_MS = 120;
const evenly = () => new Promise((resolve) => setTimeout(resolve, EVEN_MS));
const REQUESTED = "If this email exists in our system, check your email for the reset link";
const requestedLater = (minutes: number) =>
  `If this email exists in our system, the reset link comes by email within ${minutes === 1 ? "a minute" : `${minutes} minutes`}`;
/** Says in an answer that a mail comes later. */
const sayWhen = ({ inMinutes }: MailTime) => (inMinutes > 0 ? { mailInMinutes: inMinutes } : {});
const SPENT = "This link has already been used or is older than an hour. Please ask for a new one.";

/** Deletes what somebody has left in an account whose address they never confirmed. */
export type ForgetTyped = (tx: Tx, userId: string) => Promise<unknown>;

type Dependencies = Identity & {
  /** Runs in the transaction in which a person confirms their address by its link, for the first time. */
  onConfirmed: (tx: Tx, userId: string) => Promise<void>;
};

/**
 * What `contract.ts` declares, served.
 * @param forgetTyped for each slice above that keeps what people type
 */
export function identityApi(
  { auth, browsers, limits, mails, social, grantConfiguredAdmin, onConfirmed }: Dependencies,
  forgetTyped: readonly ForgetTyped[],
): Served[] {
  return [
    serve(contract.signUp, async ({ db, body, network, request, setCookies }) => {
      const { name, email, password } = body;
      refuseCommon(password, "password", { email, name });
      const hash = await inTurn(laneOf(false, network, email), async () => {
        await limits.take("registration", network);
        return hashPassword(password);
      });
      const mailTime = await findMailTime(limits, "registration", email, network);
      const userId = await inTransaction(db, (tx) => openAccount(tx, { name, email, hash }, mailTime));
      setCookies(await startSession(auth, request.headers, userId, { signedInBy: "registration", secondStep: null }));
      // Do not reveal whether the address was new.
      return { user: { name, email }, ...sayWhen(mailTime) };
    }),

    serve(contract.signIn, ({ db, body, from, network, request, setCookies }) => {
      const isKnown = browsers.knows(request.headers, body.email);
      return inTurn(laneOf(isKnown, network, body.email), async () => {
        const { owner, hash } = (await findPassword(db, body.email)) ?? { owner: null, hash: undefined };
        const typist = {
          ...{ isKnown, hasAccount: owner !== null },
          isAtHome: async () => owner !== null && hasSessionFrom(db, owner.id, from.address),
        };
        const guess = await takeGuess(limits, body.email, network, typist, async () => {
          if (owner && (await mayTellOfGuesses(limits, owner.email))) await mails.passwordGuessed(db, owner);
        });
        const isRight = await isPassword(hash, body.password);
        if (!owner || !isRight) {
          await guess.refuseIfSpent();
          refuse(notSignedIn, "Invalid email or password");
        }
        await guess.wasRight();
        const about = { signedInBy: "password", secondStep: null } as const;
        const { response: token, headers } = await startSession(auth, request.headers, owner.id, about).catch(
          refuseEnded,
        );
        if (await endIfReplaced(db, token, hash)) refuse(notSignedIn, "Your password has just been changed.");
        setCookies({ headers });
        setCookies(browsers.remember(request.headers, owner.email));
        if (await sessions.isSecondStepDue(db, token)) askForSecondStep();
        return { redirect: false, user: queries.withDates(owner) };
      });
    }),

    serve(contract.startSocial, async ({ body, network, request, setCookies }) => {
      const { provider, attempt } = body;
      const settings = social[provider];
      if (!settings) refuse(notFound, `${contract.providerNames[provider]} is not set up in this shop.`);
      await limits.take("social", network);
      await checkReachable(provider, settings);
      const end = `${contract.POPUP_END}?attempt=${attempt}`;
      const asked = { provider, callbackURL: end, errorCallbackURL: end, disableRedirect: true };
      const { data, headers } = await beginBetterAuth(auth, request, asked);
      setCookies({ headers });
      return contract.startSocial.output.parse(data);
    }),

    serve(contract.finishSocial, async ({ network, params, request, setCookies, setHeader }) => {
      await limits.take("social", network);
      setHeader("Cross-Origin-Opener-Policy", contract.POPUP_OPENER_POLICY);
      const { path, headers } = await followBetterAuth(auth, request, params.provider);
      setCookies({ headers });
      return path;
    }),

    serve(contract.findSession, async ({ request, setCookies }) => {
      const { response: found, headers } = await readSession(auth, request.headers, { prolong: true });
      setCookies({ headers });
      if (!found) return null;
      const { expiresAt, ...session } = found.session;
      return {
        session: { ...queries.withDates(session), expiresAt: expiresAt.toISOString() },
        user: queries.withDates(found.user),
      };
    }),

    serve(contract.signOut, async ({ request, setCookies }) => {
      const { data, headers } = await askBetterAuth(auth, request, {});
      setCookies({ headers });
      return contract.signOut.output.parse(data);
    }),

    serve(contract.requestReset, async ({ db, body, network }) => {
      const [mailTime] = await Promise.all([mailReset(), evenly()]);
      const { inMinutes } = mailTime;
      return { ...done, message: inMinutes > 0 ? requestedLater(inMinutes) : REQUESTED, ...sayWhen(mailTime) };

      async function mailReset(): Promise<MailTime> {
        const time = await findMailTime(limits, "reset", body.email, network);
        const owner = await queries.findByEmail(db, body.email);
        if (!owner || !time.isSent) return time;
        await inTransaction(db, async (tx) => {
          const token = await links.insertLink(tx, "reset-password", owner.id, time.inMinutes);
          await mails.reset(tx, owner, token, time.inMinutes);
        });
        return time;
      }
    }),

    serve(contract.checkReset, async ({ db, body, network }) => {
      await limits.take("reset-link", network);
      const email = await links.findResetEmail(db, body.token);
      return { ...done, email: email ?? refuse(invalidInput, SPENT) };
    }),

    serve(contract.resetPassword, async ({ db, body, network, request, setCookies }) => {
      const email = (await links.findResetEmail(db, body.token)) ?? refuse(invalidInput, SPENT);
      refuseCommon(body.newPassword, "newPassword", { email });
      const hash = await inTurn(laneOf(false, network, "reset"), async () => {
        if (!(await links.findResetEmail(db, body.token))) refuse(invalidInput, SPENT);
        return hashPassword(body.newPassword);
      });
      const owner = await inTransaction(db, async (tx) => {
        const found = (await links.resetByLink(tx, body.token, hash)) ?? refuse(invalidInput, SPENT);
        // Whoever registered the address may have been a stranger: the owner must not order with what they typed.
        if (!found.wasConfirmed) {
          const [name = ""] = found.email.split("@");
          await queries.updatePerson(tx, found.id, { name, image: null });
          for (const forget of forgetTyped) await forget(tx, found.id);
        }
        await mails.passwordChanged(tx, found);
        return found;
      });
      // Whoever reads the owner's mail need not wait because others guess.
      setCookies(browsers.remember(request.headers, owner.email));
      return done;
    }),

    // Requires the account's own login, so that a mailbox owner cannot confirm a stranger's account by accident.
    serve(contract.verifyEmail, async ({ db, who, body }) => {
      await inTransaction(db, async (tx) => {
        const confirmed = (await links.confirmByLink(tx, who.id, body.token)) ?? refuse(invalidInput, SPENT);
        if (confirmed.isFirst) await onConfirmed(tx, who.id);
      });
      await grantConfiguredAdmin(who.id);
      return done;
    }),

    serve(contract.sendVerification, async ({ db, who, network }) => {
      if (who.isVerified) return done;
      const time = await findMailTime(limits, "verification", who.email, network);
      if (time.isSent) {
        await inTransaction(db, async (tx) => {
          const token = await links.insertLink(tx, "verify-email", who.id, time.inMinutes);
          await mails.verification(tx, who, token, time.inMinutes);
        });
      }
      return { ...done, ...sayWhen(time) };
    }),

    serve(contract.updateUser, async ({ db, who, network, body }) => {
      if (Object.keys(body).length === 0) refuse(invalidInput, "No fields to update");
      await takeUse<"profile">(limits, "profile", who, network);
      await queries.updatePerson(db, who.id, body);
      return done;
    }),

    serve(contract.login, async ({ db, who, network, body }) => {
      // An unknown address and another person's get the same answer: neither reveals who has an account.
      if (who.email !== body.email) {
        await limits.take("login-network", network);
        refuse(notSignedIn, "Please log in first.");
      }
      await limits.take("login-account", `${who.id} ${network}`);
      const accessToken = await sessions.insertAccessToken(db, who.sessionId).catch(refuseEnded);
      const user = (await queries.findPerson(db, who.id)) ?? refuse(notSignedIn, "Please log in first.");
      return {
        ...{ accessToken, expiresInSeconds: TOKEN_LIFE_S },
        ...{ sessionId: who.sessionId, user: queries.withDates(user) },
      };
    }),
  ];

  /** Returns the person whose account was opened; if the address is in use, writes to its owner and returns null. */
  async function openAccount(
    tx: Tx,
    account: { name: string; email: string; hash: string },
    { isSent, inMinutes }: MailTime,
  ): Promise<string | null> {
    const { email } = account;
    const id = await queries.insertPerson(tx, account);
    if (id) {
      const token = await links.insertLink(tx, "verify-email", id, inMinutes);
      if (isSent) await mails.verification(tx, { id, email }, token, inMinutes);
      return id;
    }
    const owner = await queries.findByEmail(tx, email);
    if (owner && isSent) await mails.alreadyRegistered(tx, owner, inMinutes);
    return null;
  }
}

/**
 * The person behind the session cookie. Requests without one are counted.
 * @throws Refusal too-many-requests, second-factor-needed
 */
export async function findPersonByCookie(
  { auth, limits }: Identity,
  db: Db,
  { headers }: Request,
  network: Network,
): Promise<Person | undefined> {
  const { response: found } = await readSession(auth, headers);
  if (!found) {
    await limits.take("login-network", network);
    if (await readWaiting(auth, db, headers)) askForSecondStep();
    return undefined;
  }
  return sessions.toPerson(found);
}

function askForSecondStep(): never {
  refuse(secondFactorNeeded, "The password is right. This account also asks for a second factor.");
}

/** The session may end while its token is stored, and the account while its session is. */
function refuseEnded(error: unknown): never {
  if (sqlState(error) === FOREIGN_KEY_VIOLATION) refuse(notSignedIn, "Please log in first.");
  throw error;
}

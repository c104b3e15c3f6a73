import type { Context } from "hono";
import type { z } from "zod";
import { invalidInput, notFound, notSignedIn } from "#app/contract/problem.ts";
import { inTransaction } from "#app/platform/db/client.server.ts";
import type { Api } from "#app/platform/http/api.server.ts";
import { requireJson } from "#app/platform/http/body.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { mailPermitted } from "./auth.server.ts";
import {
  answerWith,
  askBetterAuth,
  findSession,
  isResetLinkGood,
  readCode,
  toAnswer,
  toRedirect,
} from "./better-auth.server.ts";
import { isCommonPassword } from "./common-passwords.server.ts";
import * as contract from "./contract.ts";
import type { Identity } from "./identity.server.ts";
import { mayMail, takeGuess } from "./limits.server.ts";
import { hashPassword, inTurn, withHash } from "./passwords.server.ts";
import * as queries from "./queries.server.ts";
import { grantConfiguredAdmin } from "./roles.server.ts";
import { checkReachable } from "./social.server.ts";

/** Mounts the calls of the identity library that the shop uses below `/auth`; all others of it stay shut. */
export function mountAuth(api: Api, identity: Identity): void {
  const { auth } = identity;
  api.get("/auth/get-session", async (c) => toAnswer(await askBetterAuth(auth, c.req.raw)));
  api.get("/auth/callback/:provider", async (c) => toRedirect(await askBetterAuth(auth, c.req.raw)));
  for (const [path, door] of Object.entries(doorsOf(identity))) {
    api.post(`/auth${path}`, requireJson, async (c) => door(c, await c.req.json()));
  }
}

type Door = (c: Context, body: unknown) => Promise<Response>;

/** Doors that say the same for every address take about the same time for each. */
const EVEN_MS = 120;
const evenly = () => new Promise((resolve) => setTimeout(resolve, EVEN_MS));

function doorsOf({ auth, db, limits, mails, social, adminEmail, readNetwork }: Identity): Record<`/${string}`, Door> {
  const ask = (c: Context, body: object) => askBetterAuth(auth, c.req.raw, body);
  const permit = (c: Context, kind: string, email: string) => mayMail(limits, kind, email, readNetwork(c));

  return {
    async "/sign-up/email"(c, input) {
      const body = parse(contract.registration, input);
      refuseCommon(body.password, "password");
      const network = readNetwork(c);
      const hash = await inTurn([network, body.email], async () => {
        await limits.take("registration", network);
        return hashPassword(body.password);
      });
      const isPermitted = await permit(c, "registration", body.email);
      const response = await withHash(body.password, hash, () => mailPermitted.run(isPermitted, () => ask(c, body)));
      // What the library answers beyond this differs between a new address and one in use.
      return response.ok ? answerWith(response, { user: { name: body.name, email: body.email } }) : toAnswer(response);
    },

    async "/sign-in/email"(c, input) {
      const body = parse(contract.credentials, input);
      const network = readNetwork(c);
      return inTurn([network, body.email], async () => {
        const guess = await takeGuess(limits, body.email, network);
        const response = await ask(c, body);
        if (response.ok) await guess.wasRight();
        return toAnswer(response);
      });
    },

    async "/sign-in/social"(c, input) {
      const { provider, attempt } = parse(contract.socialStart, input);
      const settings = social[provider];
      if (!settings) refuse(notFound, `${contract.providerNames[provider]} is not set up in this shop.`);
      await limits.take("social", readNetwork(c));
      await checkReachable(provider, settings);
      const end = `${contract.POPUP_END}?attempt=${attempt}`;
      return toAnswer(await ask(c, { provider, callbackURL: end, errorCallbackURL: end, disableRedirect: true }));
    },

    async "/sign-out"(c) {
      return toAnswer(await ask(c, {}));
    },

    async "/request-password-reset"(c, input) {
      const body = parse(contract.resetRequest, input);
      const isPermitted = await permit(c, "reset", body.email);
      const [response] = await Promise.all([mailPermitted.run(isPermitted, () => ask(c, body)), evenly()]);
      return toAnswer(response);
    },

    async "/reset-password"(c, input) {
      const body = parse(contract.passwordReset, input);
      refuseCommon(body.newPassword, "newPassword");
      const response = await inTurn([readNetwork(c), "reset"], () => ask(c, body));
      if ((await readCode(response)) === "INVALID_TOKEN") refuse(invalidInput, SPENT);
      return toAnswer(response);
    },

    /** Whether the link of a reset mail still works; it is not used up by asking. */
    async "/check-reset-link"(c, input) {
      const { token } = parse(contract.resetLink, input);
      await limits.take("reset-link", readNetwork(c));
      if (!(await isResetLinkGood(auth, token))) refuse(invalidInput, SPENT);
      return c.json({ status: true });
    },

    /** Asked by whoever is logged in, so that the owner of a mailbox cannot confirm a stranger's account unawares. */
    async "/verify-email"(c, input) {
      const { token } = parse(contract.emailProof, input);
      const { user } = await signedIn(c);
      await inTransaction(db, async (tx) => {
        if (!(await queries.confirmByProof(tx, user.id, token))) refuse(invalidInput, SPENT);
      });
      await grantConfiguredAdmin(db, user.id, adminEmail);
      return c.json({ status: true });
    },

    async "/send-verification-email"(c) {
      const { user } = await signedIn(c);
      if (!user.emailVerified && (await permit(c, "verification", user.email))) {
        await inTransaction(db, async (tx) => {
          await mails.verification(tx, user, await queries.insertEmailProof(tx, user.id));
        });
      }
      return c.json({ status: true });
    },

    async "/update-user"(c, input) {
      const body = parse(contract.profileUpdate, input);
      const response = await ask(c, body);
      if (response.status === 401) refuse(notSignedIn, "No user is logged in");
      return toAnswer(response);
    },
  };

  async function signedIn(c: Context) {
    const found = await findSession(auth, c.req.raw.headers);
    return found ?? refuse(notSignedIn, "Please log in first.");
  }
}

const SPENT = "This link was used already or is older than an hour. Please ask for a new one.";

function refuseCommon(password: string, field: string): void {
  if (!isCommonPassword(password)) return;
  const message = "This password is among the most common ones. Please choose another.";
  refuse(invalidInput, message, [{ field, message }]);
}

/** @throws Refusal invalid-input with a message for each field at fault. */
function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  return refuse(invalidInput, errors.map(({ message }) => message).join("; "), errors);
}

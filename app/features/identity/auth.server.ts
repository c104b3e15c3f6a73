import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { generateRandomString } from "better-auth/crypto";
import { type Db, inTransaction } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { ambient, withAmbientTransaction } from "./ambient-transaction.server.ts";
import { PASSWORD_MAX, PASSWORD_MIN, POPUP_END } from "./contract.ts";
import { createMails } from "./mails.server.ts";
import { passwords } from "./passwords.server.ts";
import * as queries from "./queries.server.ts";
import { grantConfiguredAdmin } from "./roles.server.ts";
import { socialPlugin } from "./social.server.ts";
import { accounts, sessions, users, verifications } from "./tables.server.ts";

export type Auth = ReturnType<typeof createAuth>;

export type AuthParts = {
  db: Db;
  env: Pick<Env, "origin" | "contact" | "trustedOrigins" | "secret" | "adminEmail">;
  social: SocialSettings;
  log: Log;
};

const DAY_S = 24 * 60 * 60;
const HOUR_S = 60 * 60;

/** Whether the request that runs may cause a mail: its door knows, the library's callbacks ask. */
export const mailPermitted = new AsyncLocalStorage<boolean>();

/** The identity provider: passwords, Google and GitHub, sessions in a cookie. */
export function createAuth({ db, env, social, log }: AuthParts) {
  const mails = createMails(env);
  return betterAuth({
    baseURL: toBaseUrl(env),
    basePath: "/api/auth",
    trustedOrigins: env.trustedOrigins,
    secret: env.secret,
    // Errors that are not the library's own reach the one place that answers and logs them.
    onAPIError: { errorURL: POPUP_END, throw: true },
    database: drizzleAdapter(withAmbientTransaction(db), {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    user: {
      additionalFields: { role: { type: "string", required: false, input: false, defaultValue: "buyer" } },
      async validateUserInfo({ user, source }) {
        if (source.action !== "link-account" || !user.id || !source.oauth) return;
        // The same address under another subject is another person: mailboxes are handed on.
        const isTaken = await queries.hasAccount(ambient(db), user.id, source.oauth.providerId);
        if (isTaken) return { error: "account_of_another" };
      },
    },
    session: { expiresIn: 7 * DAY_S, updateAge: DAY_S, cookieCache: { enabled: false } },
    account: {
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      // With it, an address in use would be answered differently. The session is made below.
      autoSignIn: false,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: passwords,
      resetPasswordTokenExpiresIn: HOUR_S,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        if (mailPermitted.getStore()) await mails.reset(ambient(db), user, token);
      },
      async onPasswordReset({ user }) {
        await inTransaction(db, async (tx) => {
          await queries.confirmByReset(tx, user.id);
          await mails.passwordChanged(tx, user);
        });
      },
      async onExistingUserSignUp({ user }) {
        if (mailPermitted.getStore()) await mails.alreadyRegistered(ambient(db), user);
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      async sendVerificationEmail({ user }) {
        const token = await queries.insertEmailProof(ambient(db), user.id);
        if (mailPermitted.getStore()) await mails.verification(ambient(db), user, token);
      },
    },
    databaseHooks: {
      // The shop asks a provider once, who it is: there is no use for its tokens but a bad one.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
      session: {
        create: { after: async ({ userId }) => grantConfiguredAdmin(db, userId, env.adminEmail) },
      },
    },
    hooks: {
      after: createAuthMiddleware(async (ctx) => {
        if (ctx.path !== "/sign-up/email" || isAPIError(ctx.context.returned)) return;
        const { user } = ctx.context.returned as { user: typeof users.$inferSelect };
        const isNew = await ctx.context.internalAdapter.findUserById(user.id);
        // For an address in use: a cookie that looks the same and opens nothing.
        const session = isNew ? await ctx.context.internalAdapter.createSession(user.id) : emptySession(user.id);
        await setSessionCookie(ctx, { session, user });
      }),
    },
    plugins: [socialPlugin(social)],
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: newId },
      disableOriginCheck: false,
      useSecureCookies: env.origin.startsWith("https:"),
      cookiePrefix: "rivet-and-reed",
    },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === "error" ? "error" : "debug"]({ from: "identity" }, message) },
  });
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** A provider leads back to where the person came from, as far as that is an origin of ours. */
function toBaseUrl({ origin, trustedOrigins }: AuthParts["env"]) {
  if (trustedOrigins.length === 1) return origin;
  const allowedHosts = trustedOrigins.map((trusted) => new URL(trusted).host);
  return { allowedHosts, fallback: origin, protocol: origin.startsWith("https:") ? "https" : "http" } as const;
}

function emptySession(userId: string) {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 7 * DAY_S * 1000);
  return { id: newId(), userId, token: generateRandomString(32), expiresAt, createdAt: now, updatedAt: now };
}

import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { type Db, transact } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { POPUP_END } from "./contract.ts";
import { accountLocked, LOCKED } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { type SessionAbout, sessionPlugin } from "./session-plugin.server.ts";
import { askForNewFactor, endOldestSessions, noteSignIn, readSessionStart, SESSION_LIFE_S } from "./sessions.server.ts";
import { socialPlugin } from "./social.server.ts";
import { accounts, type SignInWay, sessions, users, verifications } from "./tables.server.ts";

export type Auth = ReturnType<typeof createAuth>;

export type AuthDependencies = {
  db: Db;
  env: Pick<Env, "origin" | "contact" | "trustedOrigins" | "secret">;
  social: SocialSettings;
  log: Log;
  /** Runs after each login of this person. */
  onSignedIn: (userId: string) => Promise<void>;
};

/** As in the audit log. */
const MAX_USER_AGENT = 300;

const COOKIE_PREFIX = "rivet-and-reed";

/** The identity library: it hashes passwords, asks Google and GitHub, and signs the cookie of a session. */
export function createAuth({ db, env, social, log, onSignedIn }: AuthDependencies) {
  return betterAuth({
    baseURL: toBaseUrl(env),
    basePath: "/api/auth",
    trustedOrigins: env.trustedOrigins,
    secret: env.secret,
    // Other errors go to the one place that answers and logs them.
    onAPIError: { errorURL: POPUP_END, throw: true },
    database: drizzleAdapter(withSafeTransactions(db), {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    user: {
      additionalFields: { role: { type: "string", required: false, input: false, defaultValue: "buyer" } },
      async validateUserInfo({ user, source }) {
        if (!user.id || !source.oauth) return;
        if (await queries.isLocked(db, user.id)) return { error: "account_locked" };
        if (source.action !== "link-account") return;
        // The same address under another subject is another person: mailboxes change hands.
        const isTaken = await queries.hasAccount(db, user.id, source.oauth.providerId);
        if (isTaken) return { error: "account_of_another" };
      },
    },
    session: {
      expiresIn: SESSION_LIFE_S,
      cookieCache: { enabled: false },
      additionalFields: {
        signedInBy: { type: "string", required: false, input: false },
        secondStep: { type: "string", required: false, input: false },
      },
    },
    account: {
      updateAccountOnSignIn: false,
      accountLinking: { enabled: true, requireLocalEmailVerified: true, trustedProviders: [] },
    },
    // The library would use this process's clock and drop links that are still valid by the database's clock.
    verification: { storeIdentifier: "hashed", disableCleanup: true },
    databaseHooks: {
      // The shop asks a provider once for the identity. Keeping its tokens would only be a risk.
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
      session: {
        create: {
          // Every way to log in ends here, later ones too: the second step is due unless it comes with the session.
          async before(session, ctx) {
            const { secondStep, signedInBy } = session as Partial<SessionAbout>;
            const { isDue, isLocked, expiresAt } = await readSessionStart(db, session.userId, secondStep === "passkey");
            if (isLocked) refuse(accountLocked, LOCKED);
            const about = { signedInBy: signedInBy ?? readWay(ctx), secondStep: isDue ? "due" : (secondStep ?? null) };
            // The library would believe any X-Forwarded-For.
            const ipAddress = currentRequest()?.address ?? null;
            const userAgent = session.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
            return { data: { ...session, ...about, expiresAt, ipAddress, userAgent } };
          },
          async after({ id, userId }) {
            await noteSignIn(db, userId);
            await endOldestSessions(db, userId);
            await askForNewFactor(db, id);
            await onSignedIn(userId);
          },
        },
      },
    },
    plugins: [socialPlugin(social, db), sessionPlugin(db)],
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: newId },
      disableOriginCheck: false,
      // The library's own prefix is `__Secure-`, with which a neighbouring host could set our cookies.
      useSecureCookies: false,
      cookiePrefix: `${isSecure(env) ? "__Host-" : ""}${COOKIE_PREFIX}`,
      defaultCookieAttributes: { secure: isSecure(env) },
    },
    telemetry: { enabled: false },
    // Anybody can make it report an error: a made-up state of a provider is one.
    logger: { log: (level, message) => log[level === "error" ? "warn" : "debug"]({ from: "identity" }, message) },
  });
}

/** The name of the session cookie, as the library builds it. */
export function nameSessionCookie(env: Pick<Env, "origin">): string {
  return `${isSecure(env) ? "__Host-" : ""}${COOKIE_PREFIX}.session_token`;
}

/** Sessions begun under the former name of the cookie have ended by then, or have the new one. Then remove this. */
const FORMER_NAME_UNTIL = Date.parse("2026-12-06T00:00:00Z");

/** The former name of this session cookie, while it is still read; a name without `__Host-` has not changed. */
export function formerName(name: string): string | undefined {
  return name.startsWith("__Host-") && Date.now() < FORMER_NAME_UNTIL
    ? name.replace("__Host-", "__Secure-")
    : undefined;
}

function isSecure({ origin }: Pick<Env, "origin">): boolean {
  return origin.startsWith("https:");
}

/** The provider that the library is dealing with. */
function readWay(ctx: { params?: Record<string, string | undefined> | undefined } | null): SignInWay | null {
  const provider = ctx?.params?.providerId ?? ctx?.params?.id;
  return provider === "google" || provider === "github" ? provider : null;
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** The library opens its transactions on the object that it is given. */
function withSafeTransactions(db: Db): Db {
  const transaction: Db["transaction"] = (work, config) => transact(db, work, config);
  return Object.assign(Object.create(db) as Db, { transaction });
}

/** A provider returns people to where they came from, provided that is one of our origins. */
function toBaseUrl(env: AuthDependencies["env"]) {
  const { origin, trustedOrigins } = env;
  if (trustedOrigins.length === 1) return origin;
  const allowedHosts = trustedOrigins.map((trusted) => new URL(trusted).host);
  return { allowedHosts, fallback: origin, protocol: isSecure(env) ? "https" : "http" } as const;
}

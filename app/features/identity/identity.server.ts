import { createHmac, timingSafeEqual } from "node:crypto";
import { parse } from "hono/utils/cookie";
import type { Env } from "#app/platform/env.server.ts";
import { restAdmin } from "#app/platform/http/access.server.ts";
import type { IsOurs } from "#app/platform/http/api.server.ts";
import {
  createAddressReader,
  createNetworkReader,
  type ReadAddress,
  type ReadNetwork,
} from "#app/platform/http/client-address.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { createTokenLookup } from "./access-tokens.server.ts";
import { type Auth, type AuthDependencies, createAuth, formerName, nameSessionCookie } from "./auth.server.ts";
import { readSession } from "./better-auth.server.ts";
import type { AccountPerson } from "./contract.ts";
import { createKnownBrowsers, type KnownBrowsers } from "./known-browser.server.ts";
import type { IdentityLimits } from "./limits.server.ts";
import { createMails } from "./mails.server.ts";
import { withDates } from "./queries.server.ts";
import { grantConfiguredAdmin, type IsMember } from "./roles.server.ts";
import { findSession, hasSession, toPerson } from "./sessions.server.ts";

/** The dependencies of the identity calls, built once per process. */
export type Identity = {
  auth: Auth;
  limits: IdentityLimits;
  mails: ReturnType<typeof createMails>;
  browsers: KnownBrowsers;
  social: SocialSettings;
  /** Makes this person an admin if theirs is the configured address. */
  grantConfiguredAdmin: (userId: string) => Promise<void>;
  /** Encrypts what must be read again, such as the key of an app. */
  secret: string;
  /** Whether an admin without a second factor has no admin rights. */
  requireAdminSecondFactor: boolean;
  readNetwork: ReadNetwork;
  readAddress: ReadAddress;
  /** The name of the cookie that holds a session. */
  sessionCookie: string;
  /**
   * Whether the cookie's session is still valid, without prolonging it; false when we cannot tell right now. It asks
   * the database each time, but not the library: that takes ten times as long, and a page waits for it.
   */
  isSignedIn(headers: Headers): Promise<boolean>;
  /**
   * The valid session of the cookie among these headers, which is prolonged when that is due; undefined without one, or
   * while it waits for its second step. @throws when the database does not answer
   */
  openSession(headers: Headers): Promise<OpenSession | undefined>;
  /** The rights that somebody has: an admin may lack a required second factor. */
  withRights(person: Person): Person;
  /** The token of the session cookie among these cookies, if we signed it; its session may have ended. */
  readSessionToken(cookies: string): string | undefined;
  /** Finds the holder of a bearer token. */
  findHolder: ReturnType<typeof createTokenLookup>;
  /** Whether somebody whom the shop knows sent a request. */
  isOurs: IsOurs;
};

/** A session, whose it is as the API and as the pages see them, and the cookies to set when it was prolonged. */
export type OpenSession = { sessionId: string; person: Person; user: AccountPerson; cookies: readonly string[] };

export type IdentityEnv = AuthDependencies["env"] &
  Pick<Env, "trustedProxies" | "requireAdminSecondFactor" | "adminEmail">;

type IdentityDependencies = Omit<AuthDependencies, "onSignedIn"> & {
  env: IdentityEnv;
  limits: IdentityLimits;
  isMember: IsMember;
};

/** Everything that establishes who somebody is: sign-in, sessions, tokens, their limits and mails. */
export function createIdentity({ db, env, limits, social, log, isMember }: IdentityDependencies): Identity {
  const sessionCookie = nameSessionCookie(env);
  const findHolder = createTokenLookup(db);
  const readSessionToken = createTokenReader(sessionCookie, env.secret);
  const grantConfigured = (userId: string) =>
    grantConfiguredAdmin(db, userId, { email: env.adminEmail, isMember, log });
  const auth = createAuth({ db, env, social, log, onSignedIn: grantConfigured });
  const withRights = (person: Person) => (env.requireAdminSecondFactor ? restAdmin(person) : person);
  return {
    auth,
    withRights,
    async openSession(headers) {
      const token = readSessionToken(headers.get("cookie") ?? "");
      const found = token && (await findSession(db, token));
      if (!found || found.secondStep === "due") return undefined;
      const prolonged = found.isDue ? await readSession(auth, headers, { prolong: true }) : undefined;
      const cookies = prolonged?.headers.getSetCookie() ?? [];
      return { sessionId: found.session.id, person: withRights(toPerson(found)), user: withDates(found.user), cookies };
    },
    limits,
    mails: createMails(env),
    browsers: createKnownBrowsers(env),
    social,
    grantConfiguredAdmin: grantConfigured,
    secret: env.secret,
    requireAdminSecondFactor: env.requireAdminSecondFactor,
    readNetwork: createNetworkReader(env.trustedProxies),
    readAddress: createAddressReader(env.trustedProxies),
    sessionCookie,
    findHolder,
    readSessionToken,
    isOurs({ cookie = "", authorization = "" }) {
      if (readSessionToken(cookie)) return true;
      const token = bearer.exec(authorization)?.[1];
      // What fails here fails again where errors are handled.
      return token !== undefined && findHolder(token).then(Boolean, () => true);
    },
    async isSignedIn(headers) {
      const token = readSessionToken(headers.get("cookie") ?? "");
      return token ? await hasSession(db, token).catch(() => false) : false;
    },
  };
}

/** Reads a session's token from cookies, if our signature is right. The library does the same in ten times as long. */
function createTokenReader(name: string, secret: string): (cookies: string) => string | undefined {
  return (cookies) => {
    const former = formerName(name);
    const signed = parse(cookies, name)[name] ?? (former && parse(cookies, former)[former]) ?? "";
    if (!signed) return undefined;
    const at = signed.lastIndexOf(".");
    const [token, signature] = [signed.slice(0, Math.max(0, at)), Buffer.from(signed.slice(at + 1))];
    const right = Buffer.from(createHmac("sha256", secret).update(token).digest("base64"));
    return token && right.length === signature.length && timingSafeEqual(right, signature) ? token : undefined;
  };
}

/** 32 random bytes, as `insertAccessToken` writes them. */
const bearer = /^Bearer +([\w-]{43})$/i;

import { parseSigned } from "hono/utils/cookie";
import { LRUCache } from "lru-cache";
import type { Env } from "#app/platform/env.server.ts";
import {
  createAddressReader,
  createNetworkReader,
  type ReadAddress,
  type ReadNetwork,
} from "#app/platform/http/client-address.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { type Auth, type AuthParts, createAuth, nameSessionCookie } from "./auth.server.ts";
import { createKnownBrowsers, type KnownBrowsers } from "./known-browser.server.ts";
import type { IdentityLimits } from "./limits.server.ts";
import { createMails } from "./mails.server.ts";
import { hasSession } from "./sessions.server.ts";

/** The dependencies of the identity calls, built once per process. */
export type Identity = {
  auth: Auth;
  limits: IdentityLimits;
  mails: ReturnType<typeof createMails>;
  browsers: KnownBrowsers;
  social: SocialSettings;
  adminEmail: string | undefined;
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
};

type Parts = Omit<AuthParts, "env"> & {
  env: AuthParts["env"] & Pick<Env, "trustedProxies" | "requireAdminSecondFactor">;
  limits: IdentityLimits;
};

/** Everything that establishes who somebody is: sign-in, sessions, tokens, their limits and mails. */
export function createIdentity({ db, env, limits, social, log }: Parts): Identity {
  const sessionCookie = nameSessionCookie(env);
  const readSessionToken = createTokenReader(sessionCookie, env.secret);
  return {
    auth: createAuth({ db, env, social, log }),
    limits,
    mails: createMails(env),
    browsers: createKnownBrowsers(env),
    social,
    adminEmail: env.adminEmail,
    secret: env.secret,
    requireAdminSecondFactor: env.requireAdminSecondFactor,
    readNetwork: createNetworkReader(env.trustedProxies),
    readAddress: createAddressReader(env.trustedProxies),
    sessionCookie,
    async isSignedIn(headers) {
      const token = await readSessionToken(headers.get("cookie") ?? "");
      return token ? await hasSession(db, token).catch(() => false) : false;
    },
  };
}

/** How many cookies stay checked, and up to which length. */
const CHECKED = 1_000;
const LONGEST = 1_000;

/**
 * Reads a session's token from cookies, if our signature is right. The same cookies need no second check: it costs a
 * page more than all else.
 */
function createTokenReader(name: string, secret: string): (cookies: string) => Promise<string | undefined> {
  const checked = new LRUCache<string, string>({ max: CHECKED });
  return async (cookies) => {
    const known = checked.get(cookies);
    if (known) return known;
    // Signed as the library signs its cookies.
    const { [name]: token } = await parseSigned(cookies, secret, name);
    if (!token) return undefined;
    if (cookies.length <= LONGEST) checked.set(cookies, token);
    return token;
  };
}

import { parseSigned } from "hono/utils/cookie";
import type { Env } from "#app/platform/env.server.ts";
import { createNetworkReader, type ReadNetwork } from "#app/platform/http/client-address.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { type Auth, type AuthParts, createAuth, nameSessionCookie } from "./auth.server.ts";
import type { IdentityLimits } from "./limits.server.ts";
import { createMails } from "./mails.server.ts";
import { hasSession } from "./sessions.server.ts";

/** The dependencies of the identity calls, built once per process. */
export type Identity = {
  auth: Auth;
  limits: IdentityLimits;
  mails: ReturnType<typeof createMails>;
  social: SocialSettings;
  adminEmail: string | undefined;
  /** Encrypts what must be read again, such as the key of an app. */
  secret: string;
  /** Whether the rights of an admin without a second factor rest. */
  requireAdminSecondFactor: boolean;
  readNetwork: ReadNetwork;
  /** The name of the cookie that holds a session. */
  sessionCookie: string;
  /**
   * Whether the cookie's session is still valid, without prolonging it; false when we cannot tell right now. It asks the
   * database each time, but not the library: that takes ten times as long, and a page waits for it.
   */
  isSignedIn(headers: Headers): Promise<boolean>;
};

type Parts = Omit<AuthParts, "env"> & {
  env: AuthParts["env"] & Pick<Env, "trustedProxies" | "requireAdminSecondFactor">;
  limits: IdentityLimits;
};

export function createIdentity({ db, env, limits, social, log }: Parts): Identity {
  const sessionCookie = nameSessionCookie(env);
  return {
    auth: createAuth({ db, env, social, log }),
    limits,
    mails: createMails(env),
    social,
    adminEmail: env.adminEmail,
    secret: env.secret,
    requireAdminSecondFactor: env.requireAdminSecondFactor,
    readNetwork: createNetworkReader(env.trustedProxies),
    sessionCookie,
    async isSignedIn(headers) {
      // Signed as the library signs its cookies.
      const { [sessionCookie]: token } = await parseSigned(headers.get("cookie") ?? "", env.secret, sessionCookie);
      return token ? await hasSession(db, token).catch(() => false) : false;
    },
  };
}

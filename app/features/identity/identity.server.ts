import type { Env } from "#app/platform/env.server.ts";
import { createNetworkReader, type ReadNetwork } from "#app/platform/http/client-address.server.ts";
import type { SocialSettings } from "#app/platform/social-env.server.ts";
import { type Auth, type AuthParts, createAuth, nameSessionCookie } from "./auth.server.ts";
import type { IdentityLimits } from "./limits.server.ts";
import { createMails } from "./mails.server.ts";

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
};

type Parts = Omit<AuthParts, "env"> & {
  env: AuthParts["env"] & Pick<Env, "trustedProxies" | "requireAdminSecondFactor">;
  limits: IdentityLimits;
};

export function createIdentity({ db, env, limits, social, log }: Parts): Identity {
  return {
    auth: createAuth({ db, env, social, log }),
    limits,
    mails: createMails(env),
    social,
    adminEmail: env.adminEmail,
    secret: env.secret,
    requireAdminSecondFactor: env.requireAdminSecondFactor,
    readNetwork: createNetworkReader(env.trustedProxies),
    sessionCookie: nameSessionCookie(env),
  };
}

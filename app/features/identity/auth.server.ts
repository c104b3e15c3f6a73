import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { normaliseEmail } from "#app/contract/email.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { PASSWORD_MAX, PASSWORD_MIN, registration } from "./contract.ts";
import { accounts, sessions, users, verifications } from "./tables.server.ts";

export type Auth = ReturnType<typeof createAuth>;

const DAY_S = 24 * 60 * 60;

/** The identity provider: e-mail and password, sessions in a cookie. */
export function createAuth(db: Db, env: Pick<Env, "origin" | "trustedOrigins" | "secret">, log: Log) {
  return betterAuth({
    baseURL: env.origin,
    basePath: "/api/auth",
    trustedOrigins: env.trustedOrigins,
    secret: env.secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    user: { additionalFields: { role: { type: "string", required: false, input: false } } },
    session: { expiresIn: 7 * DAY_S, updateAge: DAY_S, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
    },
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) => {
        if (body?.email !== undefined) return { context: { body: readBody(path, body) } };
      }),
    },
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: newId },
      useSecureCookies: env.origin.startsWith("https:"),
      cookiePrefix: "rivet-and-reed",
    },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === "error" ? "error" : "debug"]({ from: "identity" }, message) },
  });
}

/** The library's own rules for addresses and names are wider than ours. @throws APIError for an address we do not keep. */
function readBody(path: string, body: Record<string, unknown>) {
  const email = normaliseEmail(body.email);
  if (!email)
    throw new APIError("BAD_REQUEST", { code: "INVALID_EMAIL", message: "Please write a valid e-mail address." });
  if (path !== "/sign-up/email") return { ...body, email };
  const name = registration.shape.name.safeParse(body.name);
  if (!name.success) throw new APIError("BAD_REQUEST", { code: "INVALID_NAME", message: "Please write a name." });
  return { ...body, email, name: name.data };
}

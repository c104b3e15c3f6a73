import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { tooManyRequests } from "#app/contract/problem.ts";

const openSession = z
  .object({
    _id: id,
    /** The session that asks. */
    isThis: z.boolean(),
    /** As the browser named itself at login. */
    userAgent: z.string().nullable(),
    /** Null for a session from before this was noted. */
    signedInBy: z.enum(["password", "google", "github", "passkey", "registration"]).nullable(),
    /** The second step after that, if there was one. */
    secondStep: z.enum(["app", "passkey", "recovery-code"]).nullable(),
    startedAt: z.string(),
    /** When it was last known to be in use, to a quarter of an hour. */
    activeAt: z.string(),
  })
  .meta({ id: "OpenSession" });

export type OpenSession = z.infer<typeof openSession>;

const passkey = z
  .object({
    _id: id,
    name: z.string(),
    /** Whether it is kept in an account of a provider, and so on several devices. */
    isSynced: z.boolean(),
    addedAt: z.string(),
    usedAt: z.string().nullable(),
  })
  .meta({ id: "Passkey" });

export type Passkey = z.infer<typeof passkey>;

const security = z
  .object({
    hasPassword: z.boolean(),
    /** When the password was set; null without one. */
    passwordSetAt: z.string().nullable(),
    /** The providers the account is linked to. */
    providers: z.array(z.enum(["google", "github"])),
    /** Whether the address is confirmed, as a second factor asks for. */
    isVerified: z.boolean(),
    /** Whether the caller is an admin whose rights rest until there is a second factor. */
    isFactorRequired: z.boolean(),
    /** The authenticator app, once its first code was typed. */
    app: z.object({ since: z.string() }).nullable(),
    passkeys: z.array(passkey),
    recoveryCodes: z.object({ left: z.int(), all: z.int(), madeAt: z.string() }).nullable(),
    /** The session that asks first, then the others, last used first. */
    sessions: z.array(openSession),
  })
  .meta({ id: "Security" });

export type Security = z.infer<typeof security>;

export const findSecurity = endpoint({
  method: "GET",
  path: "/account/security",
  access: "signed-in",
  summary: "Returns how the caller can log in, and where they are logged in",
  output: security,
});

export const downloadData = endpoint({
  method: "GET",
  path: "/account/data",
  access: "signed-in",
  summary: "Returns everything the shop keeps about the caller, as a JSON file",
  output: z.string(),
  outputHeaders: { "Content-Disposition": "the name to save it under" },
  gives: "application/json",
  refuses: [tooManyRequests],
});

import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { oneLine } from "#app/contract/one-line.ts";
import { notFound, notSignedIn, tooManyRequests } from "#app/contract/problem.ts";
import { currentPassword } from "#app/features/identity/contract.ts";
import { emailNotVerified, loginTooOld, wrongPassword } from "#app/features/identity/problems.ts";
import { appIsOn, passkeyKnown, passkeyRefused, tooManyPasskeys, wrongCode } from "./problems.ts";

const acknowledged = z.literal(true);
const nothing = z.object({});

/** Six digits as the app shows them; spaces do not matter. */
const appCode = z
  .string()
  .max(20, "Type the six digits that the app shows")
  .transform((typed) => typed.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Type the six digits that the app shows"));

/** Ten letters and digits; case, spaces and dashes do not matter. */
const recoveryCode = z
  .string()
  .max(40, "Type ten letters and digits")
  .transform((typed) => typed.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[0-9A-Z]{10}$/, "Type ten letters and digits"));

const passkeyName = oneLine(60).min(1, "Please give it a name");

// As the browser writes them (WebAuthn level 3, section 5.1.8): base64url throughout.
const bytes = z.string().max(20_000);
const about = {
  id: z.string().min(1).max(1400),
  rawId: z.string().min(1).max(1400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()),
};
const transports = z.array(z.string().max(20)).max(10);

/** What a new passkey says of itself. */
const attestation = z.object({
  ...about,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() }),
});
export type Attestation = z.output<typeof attestation>;

/** What a passkey signed. */
const assertion = z.object({
  ...about,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.string().max(200).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** What a browser needs before it asks for a passkey or makes one, in the fields that browsers know. */
const options = z.record(z.string(), z.unknown());

/** One proof: a code of the app, a recovery code, or what a passkey signed. */
const factor = {
  code: appCode.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: assertion.optional(),
};

export const findSecondStep = endpoint({
  method: "GET",
  path: "/auth/second-step",
  access: "public",
  byCookie: true,
  summary: "Says whether the session of the request's cookie waits for its second step, whose it is and what it takes",
  output: z.object({ email: z.string(), app: z.boolean(), passkey: z.boolean(), recoveryCodes: z.int() }).nullable(),
});

export const takeSecondStep = endpoint({
  method: "POST",
  path: "/auth/second-step",
  access: "public",
  byCookie: true,
  summary: "Takes the second step of a login by a code, a recovery code or a passkey, and opens the session",
  body: z.strictObject(factor),
  output: z.object({ email: z.string() }),
  refuses: [notSignedIn, wrongCode, passkeyRefused, tooManyRequests],
});

export const askForPasskey = endpoint({
  method: "POST",
  path: "/auth/passkey-options",
  access: "public",
  byCookie: true,
  summary:
    "Returns what a browser needs to log in with a passkey, alone or as the second step; it is valid for five minutes",
  body: nothing,
  output: options,
  refuses: [tooManyRequests],
});

export const signInWithPasskey = endpoint({
  method: "POST",
  path: "/auth/sign-in/passkey",
  access: "public",
  byCookie: true,
  summary: "Signs in with a passkey alone, and sets the session cookie",
  body: z.strictObject({ passkey: assertion }),
  output: z.object({ email: z.string() }),
  refuses: [passkeyRefused, tooManyRequests],
});

export const askForProof = endpoint({
  method: "POST",
  path: "/auth/proof-options",
  access: "cookie",
  summary: "Returns what a browser needs to prove by a passkey who the caller is",
  body: nothing,
  output: options,
  refuses: [tooManyRequests],
});

export const prove = endpoint({
  method: "POST",
  path: "/auth/proof",
  access: "cookie",
  summary: "Proves who the caller is: with a second factor by a code or a passkey, without one by the password",
  body: z.strictObject({ ...factor, password: currentPassword.optional() }),
  output: z.object({ acknowledged }),
  refuses: [wrongPassword, wrongCode, passkeyRefused, loginTooOld, tooManyRequests],
});

/** Recovery codes, which are shown only this once; null if the earlier ones are still valid. */
const newCodes = z.array(z.string()).nullable();

export const beginApp = endpoint({
  method: "POST",
  path: "/auth/app",
  access: "cookie",
  proof: "everybody",
  summary: "Makes a key for an authenticator app; nothing is asked for before its first code is confirmed",
  body: nothing,
  output: z.object({
    /** In base32. */
    key: z.string(),
    /** The same as an address for a QR code. */
    uri: z.string(),
  }),
  refuses: [emailNotVerified, appIsOn, tooManyRequests],
});

export const confirmApp = endpoint({
  method: "POST",
  path: "/auth/app/confirm",
  access: "cookie",
  proof: "everybody",
  summary: "Switches the app on, given its first code; the first factor of an account ends its other sessions",
  body: z.strictObject({ code: appCode }),
  output: z.object({ acknowledged, recoveryCodes: newCodes }),
  refuses: [wrongCode, appIsOn, tooManyRequests],
});

export const removeApp = endpoint({
  method: "POST",
  path: "/auth/app/remove",
  access: "cookie",
  proof: "everybody",
  summary: "Switches the app off; an account with a password gives it",
  body: z.strictObject({ password: currentPassword.optional() }),
  output: z.object({ acknowledged, deletedCount: z.int() }),
  refuses: [wrongPassword, tooManyRequests],
});

export const renewCodes = endpoint({
  method: "POST",
  path: "/auth/recovery-codes",
  access: "cookie",
  proof: "everybody",
  summary: "Makes new recovery codes, which replace the old ones",
  body: nothing,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  refuses: [notFound, tooManyRequests],
});

export const beginPasskey = endpoint({
  method: "POST",
  path: "/auth/passkeys/options",
  access: "cookie",
  proof: "everybody",
  summary: "Returns what a browser needs to make a passkey; it is valid for five minutes",
  body: nothing,
  output: options,
  refuses: [emailNotVerified, tooManyPasskeys, tooManyRequests],
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/auth/passkeys",
  access: "cookie",
  proof: "everybody",
  summary: "Adds the passkey that a browser has made; the first factor of an account ends its other sessions",
  body: z.strictObject({ name: passkeyName, passkey: attestation }),
  output: z.object({ acknowledged, insertedId: id, recoveryCodes: newCodes }),
  refuses: [passkeyRefused, passkeyKnown, tooManyPasskeys, tooManyRequests],
});

export const renamePasskey = endpoint({
  method: "PATCH",
  path: "/auth/passkeys/{id}",
  access: "cookie",
  summary: "Gives one of the caller's passkeys another name",
  params: z.strictObject({ id }),
  body: z.strictObject({ name: passkeyName }),
  output: z.object({ acknowledged, modifiedCount: z.int() }),
  refuses: [tooManyRequests],
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/auth/passkeys/{id}",
  access: "cookie",
  proof: "everybody",
  summary: "Removes one of the caller's passkeys; deletedCount is 0 if it is gone already",
  params: z.strictObject({ id }),
  output: z.object({ acknowledged, deletedCount: z.int() }),
});

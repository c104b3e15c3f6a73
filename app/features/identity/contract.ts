import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { notSignedIn, tooManyRequests } from "#app/contract/problem.ts";
import { webAddress } from "#app/contract/web-address.ts";

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** A display name: one line, nothing invisible that could end one. */
export const personName = z
  .string()
  .trim()
  .min(1, "Name is required")
  .max(100, "At most 100 characters")
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "Please write the name in one line");

/** Length, and not being everybody's, are the only rules for a password: composition rules make worse ones. */
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `At least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`);

/** An address of a picture that may be shown: a web address that no page of ours would load in the clear. */
export const httpsAddress = webAddress.regex(/^https:/i, "Please write an address that begins with https://");

/** What the register form asks for. */
export const registration = z.strictObject({ name: personName, email, password: newPassword });

/** What the login form asks for. */
export const credentials = z.strictObject({ email, password: z.string().min(1, "Password is required") });

/** What the form behind a reset mail asks for. */
export const resetForm = z.strictObject({ newPassword });

export const providerNames = { google: "Google", github: "GitHub" } as const;
export type ProviderName = keyof typeof providerNames;

/** Where the popup of a provider ends: a page that tells its opener and closes. */
export const POPUP_END = "/signed-in";
/** The channel on which it tells. Only pages of our own origin can speak or listen there. */
export const POPUP_CHANNEL = "rivet-and-reed sign-in";
/** Says that an attempt is over, and how. What came of it the shop is asked: nothing here is worth forging. */
export const popupMessage = z.strictObject({ attempt: z.string(), error: z.string().nullable() });

export const login = endpoint({
  method: "POST",
  path: "/login",
  access: "public",
  summary: "Issues an access token for the session cookie's owner",
  body: z.strictObject({ email }),
  output: z.object({ accessToken: z.string(), expiresInSeconds: z.int() }),
  refuses: [notSignedIn, tooManyRequests],
});

/** Bodies of the doors to the identity library that are not forms. */
export const socialStart = z.strictObject({
  provider: z.enum(["google", "github"]),
  /** Made up by the page that opens the popup, so that it knows its own attempt again. */
  attempt: z.string().regex(/^[\w-]{16,64}$/),
});
export const resetRequest = z.strictObject({ email });
export const passwordReset = z.strictObject({ token: z.string().min(1).max(100), newPassword });
export const resetLink = z.strictObject({ token: z.string().min(1).max(100) });
export const emailProof = z.strictObject({ token: z.string().min(1).max(100) });
export const profileUpdate = z.strictObject({ name: personName.optional(), image: httpsAddress.nullable().optional() });

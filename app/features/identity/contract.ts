import { z } from "zod";
import { email } from "#app/contract/email.ts";
import { endpoint } from "#app/contract/endpoint.ts";
import { notFound, notSignedIn, tooManyRequests } from "#app/contract/problem.ts";
import { webAddress } from "#app/contract/web-address.ts";

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

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

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  role: z.enum(["buyer", "admin"]),
  createdAt: z.string(),
  updatedAt: z.string(),
});
/** A person, as the browser keeps them. */
export type AccountPerson = z.output<typeof person>;

const session = z.object({
  id: z.string(),
  userId: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});

const nothing = z.object({});
const done = z.object({ status: z.literal(true) });
const mailedToken = z.string().min(1).max(100);

export const signUp = endpoint({
  method: "POST",
  path: "/auth/sign-up/email",
  access: "public",
  summary: "Opens an account and signs its owner in; for an address in use it answers the same and does neither",
  body: registration,
  output: z.object({ user: z.object({ name: z.string(), email: z.string() }) }),
  refuses: [tooManyRequests],
});

export const signIn = endpoint({
  method: "POST",
  path: "/auth/sign-in/email",
  access: "public",
  summary: "Signs in with e-mail and password: sets the session cookie",
  body: credentials,
  output: z.object({ redirect: z.boolean(), user: person }),
  refuses: [notSignedIn, tooManyRequests],
});

export const startSocial = endpoint({
  method: "POST",
  path: "/auth/sign-in/social",
  access: "public",
  summary: "Where a popup has to go to sign in with Google or GitHub",
  body: z.strictObject({
    provider: z.enum(["google", "github"]),
    /** Made up by the page that opens the popup, so that it knows its own attempt again. */
    attempt: z.string().regex(/^[\w-]{16,64}$/),
  }),
  output: z.object({ url: z.string(), redirect: z.boolean() }),
  refuses: [notFound, tooManyRequests],
});

export const finishSocial = endpoint({
  method: "GET",
  path: "/auth/callback/{provider}",
  access: "public",
  byCookie: true,
  summary: "Where a provider leads back to: signs in, or says in `error` why not",
  params: z.object({ provider: z.string() }),
  query: z.looseObject({ state: z.string().optional(), code: z.string().optional(), error: z.string().optional() }),
  redirects: true,
  output: z.string(),
});

export const findSession = endpoint({
  method: "GET",
  path: "/auth/get-session",
  access: "public",
  byCookie: true,
  summary: "The session of the cookie that comes along and its person, or null",
  output: z.object({ session, user: person }).nullable(),
});

export const signOut = endpoint({
  method: "POST",
  path: "/auth/sign-out",
  access: "public",
  byCookie: true,
  summary: "Ends the session of the cookie that comes along, and its access tokens",
  body: nothing,
  output: z.object({ success: z.boolean() }),
});

export const requestReset = endpoint({
  method: "POST",
  path: "/auth/request-password-reset",
  access: "public",
  summary: "Mails a link to set a new password; answers the same for an unknown address",
  body: z.strictObject({ email }),
  output: z.object({ status: z.literal(true), message: z.string() }),
});

export const checkReset = endpoint({
  method: "POST",
  path: "/auth/check-reset-link",
  access: "public",
  summary: "Refuses with 400 when the link of a reset mail no longer works; asking does not use it up",
  body: z.strictObject({ token: mailedToken }),
  output: done,
  refuses: [tooManyRequests],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/auth/reset-password",
  access: "public",
  summary: "Sets a new password with the token of a reset mail, and ends every session of the person",
  body: z.strictObject({ token: mailedToken, newPassword }),
  output: done,
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/auth/verify-email",
  access: "cookie",
  summary: "Confirms one's address with the token of the verification mail",
  body: z.strictObject({ token: mailedToken }),
  output: done,
});

export const sendVerification = endpoint({
  method: "POST",
  path: "/auth/send-verification-email",
  access: "cookie",
  summary: "Mails a link to confirm one's address, unless it is confirmed",
  body: nothing,
  output: done,
});

export const updateUser = endpoint({
  method: "POST",
  path: "/auth/update-user",
  access: "cookie",
  signedOut: "No user is logged in",
  summary: "Changes one's name or picture",
  body: z.strictObject({ name: personName.optional(), image: httpsAddress.nullable().optional() }),
  output: done,
  refuses: [tooManyRequests],
});

export const login = endpoint({
  method: "POST",
  path: "/login",
  access: "cookie",
  summary: "Issues an access token for the session cookie's owner, and says who that is",
  body: z.strictObject({ email }),
  output: z.object({ accessToken: z.string(), expiresInSeconds: z.int(), sessionId: z.string(), user: person }),
  refuses: [tooManyRequests],
});

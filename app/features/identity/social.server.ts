import { validateAuthorizationCode } from "better-auth/oauth2";
import { genericOAuth } from "better-auth/plugins";
import { z } from "zod";
import { normaliseEmail } from "#app/contract/email.ts";
import { unavailable } from "#app/contract/problem.ts";
import { cleanLine } from "#app/contract/text.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";
import type { ProviderSettings, SocialSettings } from "#app/platform/social-env.server.ts";
import { httpsAddress, personName, providerNames } from "./contract.ts";
import { giveProviderAccount } from "./provider-accounts.server.ts";

const PATIENCE_MS = 5_000;
const RETRY_AFTER_S = 30;

/**
 * Google and GitHub, set up for the identity library: authorisation code, PKCE and state, every address from settings.
 */
export function socialPlugin({ google, github }: SocialSettings, db: Db) {
  return genericOAuth({
    config: [
      ...(google
        ? [toConfig("google", google, ["openid", "email", "profile"], (token) => readGoogle(google, token), db)]
        : []),
      ...(github
        ? [toConfig("github", github, ["read:user", "user:email"], (token) => readGitHub(github, token), db)]
        : []),
    ],
  });
}

/** A provider's data about a person; `email` only if the provider verified it. */
type Claims = { subject: string; email: string | undefined; name: string; picture: string | undefined };

function toConfig(
  providerId: "google" | "github",
  settings: ProviderSettings,
  scopes: string[],
  read: (accessToken: string) => Promise<Claims>,
  db: Db,
) {
  const { clientId, clientSecret, authorizationUrl, tokenUrl } = settings;
  return {
    ...{ providerId, clientId, clientSecret, authorizationUrl, tokenUrl, scopes, pkce: true },
    prompt: "select_account" as const,
    getToken: (data: { code: string; redirectURI: string; codeVerifier?: string | undefined }) =>
      inTime(validateAuthorizationCode({ ...data, options: { clientId, clientSecret }, tokenEndpoint: tokenUrl })),
    accountSubject: ({ profile }: { profile: { id?: unknown } }) => String(profile.id),
    async getUserInfo({ accessToken }: { accessToken?: string | undefined }) {
      // Undefined or null means that the provider could not say. The library handles that, but not an exception.
      const claims = await read(accessToken ?? "").catch(() => null);
      if (!claims) return null;
      const { subject, email, picture } = claims;
      const name = readName(claims.name, email);
      // A failure is not lost: the library runs into it next, and reports it.
      if (email) await giveProviderAccount(db, { providerId, subject, email, name, picture }).catch(() => {});
      return { id: subject, email, emailVerified: email !== undefined, name, image: picture };
    },
  };
}

const googleClaims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
});

async function readGoogle({ userInfoUrl }: ProviderSettings, token: string): Promise<Claims> {
  const { sub, email, email_verified, name = "", picture } = googleClaims.parse(await readJson(userInfoUrl, token));
  return {
    subject: sub,
    email: email_verified ? normaliseEmail(email) : undefined,
    name,
    picture: readPicture(picture),
  };
}

const githubUser = z.object({
  id: z.int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().optional(),
});
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

async function readGitHub(settings: NonNullable<SocialSettings["github"]>, token: string): Promise<Claims> {
  const [person, addresses] = await Promise.all([
    readJson(settings.userInfoUrl, token).then((body) => githubUser.parse(body)),
    readJson(settings.emailsUrl, token).then((body) => githubEmails.parse(body)),
  ]);
  const primary = addresses.find(({ primary, verified }) => primary && verified);
  return {
    subject: String(person.id),
    email: normaliseEmail(primary?.email),
    name: person.name ?? person.login,
    picture: readPicture(person.avatar_url),
  };
}

/**
 * @throws Refusal unavailable when the provider cannot be reached: the popup would only show the browser's error page.
 */
export async function checkReachable(provider: "google" | "github", { authorizationUrl }: ProviderSettings) {
  const options = { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) } as const;
  const answer = await fetch(authorizationUrl, options).catch(() => undefined);
  // Any answer but a server error: a provider may well refuse a request without parameters.
  if (answer && answer.status < 500) return;
  refuseForNow(unavailable, `${providerNames[provider]} cannot be reached right now.`, RETRY_AFTER_S);
}

async function readJson(url: string, accessToken: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: "application/json", "user-agent": "rivet-and-reed" },
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the provider did not answer in time")), PATIENCE_MS);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function readName(name: string, email: string | undefined): string {
  const tidy = cleanLine(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")).slice(0, 100);
  return personName.safeParse(tidy).data ?? email?.split("@")[0] ?? "";
}

function readPicture(text: string | undefined): string | undefined {
  return httpsAddress.safeParse(text).data;
}

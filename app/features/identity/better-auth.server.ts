import { parse, serialize } from "hono/utils/cookie";
import {
  invalidInput,
  notAllowed,
  notFound,
  notSignedIn,
  type Problem,
  tooManyRequests,
  unavailable,
} from "#app/contract/problem.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { refuse, refuseForNow, SHOP_IS_BUSY } from "#app/platform/http/refusal.server.ts";
import { type Auth, formerName } from "./auth.server.ts";
import type { SessionAbout } from "./session-plugin.server.ts";
import { findSession } from "./sessions.server.ts";

/** The library's answer: its data, and the headers with its cookies. */
type LibraryAnswer = { data: object; headers: Headers };

/**
 * Sends a request to the identity library, with `body` replacing the original. Nothing reaches it unparsed.
 * @throws Refusal with the library's words when it refuses
 */
export async function askBetterAuth(auth: Auth, request: Request, body: object): Promise<LibraryAnswer> {
  const headers = await withNewName(auth, request.headers);
  headers.delete("content-length");
  const response = await auth.handler(
    new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  const data: unknown = await response.json().catch(() => null);
  if (!response.ok) refuseLike(response.status, data);
  return { data: data instanceof Object ? data : {}, headers: response.headers };
}

/**
 * Lets the library finish a provider's popup login. Only the path of its redirect is used, so nobody is sent to another
 * site.
 */
export async function followBetterAuth(
  auth: Auth,
  request: Request,
  provider: string,
): Promise<{ path: string; headers: Headers }> {
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const { headers } = await withOwnState(auth, request, `${provider}.${state}`);
  const { pathname, search } = new URL(headers.get("location") ?? "/", "http://same.site");
  return { path: `/${pathname.replace(/^\/+/, "")}${search}`, headers };
}

/** How many unfinished attempts a browser may keep. Servers and proxies refuse requests with too many cookies. */
const MOST_ATTEMPTS = 9;

/** Begins a provider's popup login. Its headers hold the cookie of this attempt alone. */
export async function beginBetterAuth(
  auth: Auth,
  request: Request,
  body: { provider: string } & Record<string, unknown>,
): Promise<LibraryAnswer> {
  const { data, headers } = await askBetterAuth(auth, request, body);
  const state = "url" in data ? new URL(String(data.url)).searchParams.get("state") : null;
  const { name, attributes } = await stateCookie(auth);
  if (state) renameSetCookie(headers, name, `${body.provider}.${state}`);
  const others = readCookies(request).filter((cookie) => cookie.startsWith(`${name}.`));
  if (others.length >= MOST_ATTEMPTS) {
    const gone = { ...attributes, maxAge: 0, expires: new Date(0) };
    for (const [other = ""] of others.map((cookie) => cookie.split("="))) {
      headers.append("set-cookie", serialize(other, "", gone));
    }
  }
  return { data, headers };
}

/**
 * The library keeps a browser's attempts in one cookie, where the last one wins. Here each attempt has its own cookie,
 * so that several windows can sign in at once. Its name also holds the provider: what began with one provider does not
 * end at the other's callback (RFC 9700, 4.4).
 */
async function withOwnState(auth: Auth, request: Request, attempt: string): Promise<Response> {
  const { name } = await stateCookie(auth);
  const cookies = readCookies(request);
  const own = cookies.find((cookie) => cookie.startsWith(`${name}.${attempt}=`));
  if (!own) return auth.handler(request);
  const others = cookies.filter((cookie) => !cookie.startsWith(`${name}=`));
  const headers = new Headers(request.headers);
  headers.set("cookie", [...others, own.replace(`.${attempt}=`, "=")].join("; "));
  const response = await auth.handler(new Request(request.url, { headers }));
  renameSetCookie(response.headers, name, attempt);
  return response;
}

function readCookies({ headers }: Request): string[] {
  return (headers.get("cookie") ?? "").split(/; */);
}

async function stateCookie(auth: Auth) {
  return (await auth.$context).createAuthCookie("state");
}

function renameSetCookie(headers: Headers, name: string, attempt: string): void {
  const lines = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const line of lines) {
    headers.append("set-cookie", line.startsWith(`${name}=`) ? `${name}.${attempt}${line.slice(name.length)}` : line);
  }
}

/** These headers, with a session cookie of the former name under the new one. */
async function withNewName(auth: Auth, headers: Headers): Promise<Headers> {
  const { name } = (await auth.$context).authCookies.sessionToken;
  const former = formerName(name);
  const renamed = new Headers(headers);
  const cookie = headers.get("cookie") ?? "";
  if (former && !parse(cookie, name)[name] && parse(cookie, former)[former]) {
    renamed.set("cookie", cookie.replace(`${former}=`, `${name}=`));
  }
  return renamed;
}

/** The owner of the session cookie, and the headers that renew or remove the cookie. */
export async function readSession(auth: Auth, headers: Headers, { prolong = false } = {}) {
  const renamed = await withNewName(auth, headers);
  const answer = await auth.api.readSession({ headers: renamed, query: { prolong }, returnHeaders: true });
  const { name } = (await auth.$context).authCookies.sessionToken;
  if (prolong && answer.response && renamed.get("cookie") !== headers.get("cookie")) {
    const token = (await auth.api.readToken({ headers: renamed })) ?? "";
    for (const line of (await replaceCookie(auth, headers, token)).headers.getSetCookie()) {
      answer.headers.append("set-cookie", line);
    }
    const gone = { path: "/", secure: true, httpOnly: true, maxAge: 0 };
    answer.headers.append("set-cookie", serialize(formerName(name) ?? name, "", gone));
  }
  return answer;
}

/** The headers with a new session's cookie, and its token; without a person, what looks the same. */
export async function startSession(
  auth: Auth,
  headers: Headers,
  userId: string | null,
  about: SessionAbout = { signedInBy: null, secondStep: null },
) {
  return auth.api.startSession({ headers, body: { userId, about }, returnHeaders: true });
}

/** The session of the cookie that waits for its second step, and its person. */
export async function readWaiting(auth: Auth, db: Db, headers: Headers) {
  const token = await auth.api.readToken({ headers: await withNewName(auth, headers) });
  const found = token ? await findSession(db, token) : undefined;
  return found?.secondStep === "due" ? found : undefined;
}

/** The headers with the cookie of a session whose token was replaced by this one. */
export async function replaceCookie(auth: Auth, headers: Headers, token: string) {
  return auth.api.replaceCookie({ headers, body: { token }, returnHeaders: true });
}

const problems = new Map<number, Problem>([
  [401, notSignedIn],
  [403, notAllowed],
  [404, notFound],
  [429, tooManyRequests],
]);

function refuseLike(status: number, body: unknown): never {
  const message = body instanceof Object && "message" in body ? body.message : undefined;
  const detail = typeof message === "string" ? message : "The request is not valid.";
  // The library's error when the database did not answer in time.
  if (status === 500) refuseForNow(unavailable, SHOP_IS_BUSY, 1);
  refuse(problems.get(status) ?? invalidInput, detail);
}

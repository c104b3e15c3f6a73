import { isAPIError } from "better-auth/api";
import {
  invalidInput,
  notAllowed,
  notFound,
  notSignedIn,
  type Problem,
  tooManyRequests,
  unavailable,
} from "#app/contract/problem.ts";
import { refuse, refuseForNow } from "#app/platform/http/refusal.server.ts";
import type { Auth } from "./auth.server.ts";

/** Sends a request to the identity library, with `body` in place of what came. Nothing reaches it unparsed. */
export async function askBetterAuth(auth: Auth, request: Request, body?: object): Promise<Response> {
  if (!body) return auth.handler(request);
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  return auth.handler(new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Whose session cookie comes along. @throws Refusal unavailable when the database could not say in time. */
export async function findSession(auth: Auth, headers: Headers) {
  return auth.api.getSession({ headers }).catch((error: unknown) => {
    if (isAPIError(error) && error.statusCode === 500) refuseBusy();
    throw error;
  });
}

/** Whether a session goes on behind the cookie, which is not prolonged by asking; false when that cannot be said now. */
export async function isSignedIn(auth: Auth, headers: Headers): Promise<boolean> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } }).catch(() => null);
  return found !== null;
}

/** Whether this token of a reset mail was neither used nor is too old. It stays good. */
export async function isResetLinkGood(auth: Auth, token: string): Promise<boolean> {
  const { internalAdapter } = await auth.$context;
  const kept = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return kept !== null && kept.expiresAt.getTime() > Date.now();
}

/** Its answer as one of ours: refusals as problem documents, the session's token in the cookie alone. */
export async function toAnswer(response: Response): Promise<Response> {
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) refuseLike(response.status, body);
  return answerWith(response, withoutToken(body));
}

/** `body` with the cookies of the library's answer. */
export function answerWith(response: Response, body: unknown): Response {
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(JSON.stringify(body), { headers });
}

/** Where the library leads on to, as a path of our own: from here nobody is sent to another site. */
export function toRedirect(response: Response): Response {
  const location = new URL(response.headers.get("location") ?? "/", "http://same.site");
  const headers = new Headers({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  headers.set("Location", `/${location.pathname.replace(/^\/+/, "")}${location.search}`);
  return new Response(null, { status: 302, headers });
}

/** The library's code of a refusal, such as INVALID_TOKEN. */
export async function readCode(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const code = body instanceof Object && "code" in body ? body.code : undefined;
  return typeof code === "string" ? code : undefined;
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
  // The library's word for a database that did not answer in time.
  if (status === 500) refuseBusy();
  refuse(problems.get(status) ?? invalidInput, detail);
}

function refuseBusy(): never {
  refuseForNow(unavailable, "The shop is busy. Please try again in a moment.", 1);
}

/** The session's token stays in its HttpOnly cookie: a script has no use for it but a bad one. */
function withoutToken(body: unknown): unknown {
  if (!(body instanceof Object)) return body;
  const { token: _, session, ...rest } = body as { token?: string; session?: { token?: string } };
  if (!session) return rest;
  const { token: __, ...shown } = session;
  return { ...rest, session: shown };
}

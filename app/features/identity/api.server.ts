import type { ProblemCode } from "#app/contract/problem.ts";
import type { Api } from "#app/platform/http/api.server.ts";
import { requireJson } from "#app/platform/http/body.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { type Served, serve } from "#app/platform/http/serve.server.ts";
import type { Auth } from "./auth.server.ts";
import { login } from "./contract.ts";
import { insertAccessToken, TOKEN_LIFE_S } from "./queries.server.ts";

export function identityApi(auth: Auth): Served[] {
  return [
    serve(login, async ({ db, request, body }) => {
      const found = await auth.api.getSession({ headers: request.headers });
      // One answer for an unknown address and for another person's: neither tells who has an account.
      if (found?.user.email !== body.email) refuse("not-signed-in", "Please sign in first.");
      const accessToken = await insertAccessToken(db, found.session.id);
      return { accessToken, expiresInSeconds: TOKEN_LIFE_S };
    }),
  ];
}

/** The calls of the identity library that the shop uses; all others of it stay shut. */
const open = {
  GET: ["/get-session"],
  POST: ["/sign-up/email", "/sign-in/email", "/sign-out"],
} as const;

/** Mounts the identity library below `/auth`; its refusals leave as problem documents like all others. */
export function mountAuth(api: Api, auth: Auth): void {
  for (const path of open.GET) api.get(`/auth${path}`, (c) => answer(auth, c.req.raw));
  for (const path of open.POST) {
    api.post(`/auth${path}`, requireJson, async (c) => {
      const { url, headers } = c.req.raw;
      // The body was read for its check, so the library gets a request of its own.
      return answer(auth, new Request(url, { method: "POST", headers, body: await c.req.text() }));
    });
  }
}

async function answer(auth: Auth, request: Request): Promise<Response> {
  const response = await auth.handler(request);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) refuse(codes.get(response.status) ?? "invalid-input", messageOf(body));
  const headers = new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return new Response(JSON.stringify(withoutToken(body)), { headers });
}

const codes = new Map<number, ProblemCode>([
  [401, "not-signed-in"],
  [403, "not-allowed"],
  [404, "not-found"],
  [429, "too-many-requests"],
  [500, "internal-error"],
]);

function messageOf(body: unknown): string {
  const message = body instanceof Object && "message" in body ? body.message : undefined;
  return typeof message === "string" ? message : "The request was not understood.";
}

/** The session's token stays in its HttpOnly cookie: a script has no use for it but a bad one. */
function withoutToken(body: unknown): unknown {
  if (!(body instanceof Object)) return body;
  const { token: _, session, ...rest } = body as { token?: string; session?: { token?: string } };
  if (!session) return rest;
  const { token: __, ...shown } = session;
  return { ...rest, session: shown };
}

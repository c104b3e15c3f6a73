import { randomUUID } from "node:crypto";
import { insertAccessToken } from "#app/features/identity/sessions.server.ts";
import { sessions, users } from "#app/features/identity/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import type { TestApp } from "./app.ts";

export type TestPerson = { id: string; sessionId: string; name: string; email: string; token: string };

/**
 * Somebody signed in, with a confirmed address unless said otherwise, made by rows: a person, a session
 * and a token. An admin is an owner unless `staffRoles` says otherwise.
 */
export async function signedIn(
  db: Db,
  about: Partial<
    Pick<typeof users.$inferInsert, "role" | "staffRoles" | "name" | "email" | "image" | "emailVerified">
  > = {},
): Promise<TestPerson> {
  const name = about.name ?? "Astrid Lindqvist";
  const email = about.email ?? `${randomUUID()}@norrland-denim.example`;
  const [user] = await db
    .insert(users)
    .values({ emailVerified: true, staffRoles: about.role === "admin" ? ["owner"] : [], ...about, name, email })
    .returning();
  if (!user) throw new Error("no person was made");
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
  const [session] = await db.insert(sessions).values({ userId: user.id, token: randomUUID(), expiresAt }).returning();
  if (!session) throw new Error("no session was made");
  return { id: user.id, sessionId: session.id, name, email, token: await insertAccessToken(db, session.id) };
}

type Sent = { as?: TestPerson; body?: unknown; headers?: Record<string, string> };

/** Sends a request as this person: `call(app, "DELETE /orders/1", { as: buyer })`. The body is sent as JSON. */
export async function call({ app }: Pick<TestApp, "app">, target: string, { as, body, headers }: Sent = {}) {
  const [method = "", path = ""] = target.split(" ");
  return app.request(`/api${path}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

/** Asks for a list page after page, as its answers name the next one, and gives each answer. */
export async function* eachPage(app: Pick<TestApp, "app">, path: string, as: TestPerson): AsyncGenerator<Response> {
  for (let next: string | undefined = path; next; ) {
    const response: Response = await call(app, `GET ${next}`, { as });
    yield response;
    next = /^<\/api(.*)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
  }
}

/** As a patient client: a busy shop answers 503, and the same key never does an action twice. */
export async function callPatiently(app: Pick<TestApp, "app">, target: string, { headers, ...sent }: Sent = {}) {
  const keyed = { ...sent, headers: { "idempotency-key": randomUUID(), ...headers } };
  for (;;) {
    const response = await call(app, target, keyed);
    if (response.status !== 503) return response;
  }
}

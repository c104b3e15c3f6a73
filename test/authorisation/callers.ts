import { expect } from "vitest";
import { startSession } from "#app/features/identity/better-auth.server.ts";
import { ORIGIN, type TestApp } from "../app.ts";
import { call, signedIn, type TestPerson } from "../people.ts";
import type { Column } from "./table.ts";

export type Caller = TestPerson & { cookie?: string };

/** Makes the person of each column afresh; `root` is the admin who demotes and deletes. */
export const callers: Record<Column, (shop: TestApp, root: TestPerson) => Promise<Caller>> = {
  anon: ({ db }) => signedIn(db),
  unverified: ({ db }) => signedIn(db, { emailVerified: false }),
  buyer: ({ db }) => signedIn(db, { emailVerified: true }),
  otherBuyer: ({ db }) => signedIn(db),
  admin: ({ db }) => signedIn(db, { role: "admin" }),
  adminOnOthers: ({ db }) => signedIn(db, { role: "admin" }),
  demoted,
  demotedOnOthers: demoted,
  deleted,
  signedOut,
  cookieAlone: (shop) => withCookie(shop),
  cookieOfAdmin: (shop) => withCookie(shop, { role: "admin" }),
  cookieOnOthers: (shop) => withCookie(shop),
  cookieSignedOut: signedOut,
  cookieForged: forged,
};

async function demoted(shop: TestApp, root: TestPerson): Promise<Caller> {
  const person = await signedIn(shop.db, { role: "admin" });
  expect((await call(shop, `DELETE /profiles/admin/${person.email}`, { as: root })).status).toBe(200);
  return person;
}

async function deleted(shop: TestApp, root: TestPerson): Promise<Caller> {
  const person = await signedIn(shop.db);
  expect((await call(shop, `DELETE /profiles/${person.id}`, { as: root })).status).toBe(200);
  return person;
}

/** A session whose cookie is as a browser holds it. */
export async function withCookie(shop: TestApp, about: Parameters<typeof signedIn>[1] = {}): Promise<Caller> {
  const person = await signedIn(shop.db, about);
  const { headers } = await startSession(shop.identity.auth, new Headers(), person.id);
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const login = await call(shop, "POST /login", { body: { email: person.email }, headers: { origin: ORIGIN, cookie } });
  return { ...person, cookie, token: (await login.json()).accessToken };
}

async function signedOut(shop: TestApp): Promise<Caller> {
  const person = await withCookie(shop);
  const headers = { origin: ORIGIN, cookie: person.cookie ?? "" };
  expect((await call(shop, "POST /auth/sign-out", { body: {}, headers })).status).toBe(200);
  return person;
}

/** The token of a session that goes on, under a signature that is not ours. */
async function forged(shop: TestApp): Promise<Caller> {
  const person = await withCookie(shop);
  return { ...person, cookie: (person.cookie ?? "").replace(/\.[^.]+$/, `.${"A".repeat(43)}%3D`) };
}

import { useSyncExternalStore } from "react";
import { preload } from "react-dom";
import { redirect } from "react-router";
import { apiThrough, type CallApi, readData, refuseConnection } from "./api.ts";
import { loginPath } from "./return-path.ts";
import "./zod-without-eval.ts";

/** The signed-in person, as the identity provider names the fields. */
export type SessionUser = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  photoURL: string | null;
};

export type Session = { status: "loading" } | { status: "out" } | SignedIn;
export type SignedIn = { status: "in"; user: SessionUser; isAdmin: boolean };

const TOKEN_KEY = "accessToken";
const SESSION_PATH = "/api/auth/get-session";
/** A token this close to its end is renewed before it is used. */
const RENEW_BEFORE_MS = 60_000;

let session: Session = { status: "loading" };
let tokenEndsAt = 0;
let lookUp: Promise<Session> | undefined;
let renewal: Promise<string> | undefined;
const listeners = new Set<() => void>();

/** Who is signed in; "loading" on the server and until the provider has answered. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => loading,
  );
}
const loading: Session = { status: "loading" };

/** For pages that show nothing before it is known who is there: it is asked while the scripts are still on their way. */
export function askSessionEarly(): void {
  // Once it is known, an answer fetched ahead would be taken for the one after the next login.
  if (session.status === "loading") preload(SESSION_PATH, { as: "fetch", crossOrigin: "anonymous" });
}

/** Resolves once it is known who is signed in. @throws ApiProblem when the provider cannot be reached. */
export function knownSession(): Promise<Session> {
  lookUp ??= lookUpSession().catch((error) => {
    lookUp = undefined;
    throw error;
  });
  return lookUp;
}

/** Asks the provider again, after a login or a registration. */
export function renewSession(): Promise<Session> {
  lookUp = undefined;
  return knownSession();
}

/** For loaders of protected pages: the signed-in person, or a redirect to login (or to the dashboard for the wrong role). */
export async function requireSession(request: Request, role?: "admin" | "buyer"): Promise<SignedIn> {
  const known = await knownSession();
  if (known.status !== "in") throw redirect(loginPath(request.url));
  if (role && (role === "admin") !== known.isAdmin) throw redirect("/dashboard");
  return known;
}

/** Signs out at the provider and here. */
export async function signOut(): Promise<void> {
  await fetch("/api/auth/sign-out", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  endSession();
}

/** Forgets the person in this browser; the token goes with them. */
export function endSession(): void {
  localStorage.removeItem(TOKEN_KEY);
  tokenEndsAt = 0;
  lookUp = Promise.resolve({ status: "out" });
  setSession({ status: "out" });
}

/** The API as the signed-in person; a 401 ends the session here. */
export const callApi: CallApi = apiThrough(async (request) => {
  const token = session.status === "in" ? await accessToken(session.user.email) : undefined;
  if (token) request.headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(request);
  if (response.status === 401) endSession();
  return response;
});

const callWithCookie: CallApi = apiThrough((request) => fetch(request));

async function lookUpSession(): Promise<Session> {
  const answer = await fetch(SESSION_PATH).catch(refuseConnection);
  const found = await readData<ProviderSession | null>(answer);
  if (!found) {
    endSession();
    return session;
  }
  const { id, email, emailVerified, name, image } = found.user;
  const token = await accessToken(email);
  const { data } = await apiThrough((request) => {
    request.headers.set("authorization", `Bearer ${token}`);
    return fetch(request);
  })("GET /admin/{email}", { params: { email } });
  const user = { uid: id, email, emailVerified, displayName: name, photoURL: image ?? null };
  setSession({ status: "in", user, isAdmin: data.admin });
  return session;
}

type ProviderSession = {
  user: { id: string; email: string; emailVerified: boolean; name: string; image?: string | null };
};

function accessToken(email: string): Promise<string> {
  const kept = localStorage.getItem(TOKEN_KEY);
  if (kept && Date.now() < tokenEndsAt - RENEW_BEFORE_MS) return Promise.resolve(kept);
  renewal ??= takeToken(email).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function takeToken(email: string): Promise<string> {
  const { data } = await callWithCookie("POST /login", { body: { email } });
  localStorage.setItem(TOKEN_KEY, data.accessToken);
  tokenEndsAt = Date.now() + data.expiresInSeconds * 1000;
  return data.accessToken;
}

function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("storage", hearOtherTabs);
    window.addEventListener("pageshow", hearReturn);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", hearOtherTabs);
    window.removeEventListener("pageshow", hearReturn);
  };
}

/** A page that the back button brings as it was left may show somebody who has logged out since. */
function hearReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) void renewSession().catch(endSession);
}

/** A login or logout in another tab holds here too. */
function hearOtherTabs({ key, newValue }: StorageEvent): void {
  if (key !== TOKEN_KEY && key !== null) return;
  if (newValue === null) endSession();
  else if (session.status === "out") void renewSession().catch(endSession);
}

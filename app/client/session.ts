import { createContext, use, useSyncExternalStore } from "react";
import { preload } from "react-dom";
import { redirect } from "react-router";
import { isPermitted, type Permission, type StaffRole } from "#app/contract/staff.ts";
import { toast } from "#app/ui/toast.ts";
import { type AnswerOf, ApiProblem, apiThrough, type CallApi } from "./api.ts";
import { fetchInTime } from "./fetch-in-time.ts";
import { loginPath } from "./return-path.ts";
import { forgetInputOfOthers } from "./stored-input.ts";
import { forgetToken, isTokenOf, readGoodToken, readToken, storeToken, TOKEN_KEY } from "./token-storage.ts";
import { markUnconfirmed, UNCONFIRMED_KEY } from "./unconfirmed-mark.ts";
import "./zod-without-eval.ts";

/** The signed-in person, as the API answers it. */
export type AccountPerson = AnswerOf<"POST /login">["user"];

/** The signed-in person, as the identity provider names the fields. */
export type SessionUser = {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  photoURL: string | null;
};

export type Session = { status: "loading" } | { status: "out" } | SignedIn;
export type SignedIn = { status: "in"; user: SessionUser; isAdmin: boolean; staffRoles: readonly StaffRole[] };

export const SIGN_IN_OVER = "Your sign-in has ended. Please log in again.";

const SESSION_PATH = "/api/auth/get-session";

let session: Session = { status: "loading" };
let sessionId = "";
let lookUp: Promise<Session> | undefined;
let renewal: Promise<string> | undefined;
/** How many are under way. */
let signOuts = 0;
const listeners = new Set<() => void>();

/** Whose page the server has rendered, around what it rendered; undefined where that is nobody's own. */
export const RenderedFor = createContext<SignedIn | undefined>(undefined);

/** Who is signed in; "loading" until the provider has answered, and on pages that the server renders for everybody. */
export function useSession(): Session {
  const rendered = use(RenderedFor);
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => rendered ?? loading,
  );
}
const loading: Session = { status: "loading" };

/** Whether whoever is signed in may do this as a member of staff. */
export function useMay(): (permission: Permission) => boolean {
  const now = useSession();
  return (permission) => now.status === "in" && isPermitted(now.staffRoles, permission);
}

/**
 * Takes over whom the server has rendered a page for. Returns false if this document belongs to somebody else, who is
 * signed in no more.
 */
export function adoptSession(found: { sessionId: string; user: AccountPerson }): boolean {
  if (session.status === "in" && session.user.uid !== found.user.id) return false;
  sessionId = found.sessionId;
  setSignedIn(found.user);
  lookUp = Promise.resolve(session);
  return true;
}

/** Calls `listener` with who is signed in, now and whenever that changes. Returns the way to stop. */
export function subscribeSession(hear: (session: Session) => void): () => void {
  hear(session);
  return subscribe(() => hear(session));
}

/** For pages that show nothing until the session is known: sends the request while the scripts still load. */
export function askSessionEarly(): void {
  // Drop the prefetched answer now, or the next login would take it for its own.
  if (session.status === "loading") preload(SESSION_PATH, { as: "fetch", crossOrigin: "anonymous" });
}

/**
 * Resolves once we know who is signed in.
 * @throws ApiProblem when the provider cannot be reached.
 */
export function knownSession(): Promise<Session> {
  lookUp ??= lookUpSession().catch((error) => {
    lookUp = undefined;
    throw error;
  });
  return lookUp;
}

/** Asks the provider again, after a Google or GitHub login or a change to the account. */
export function renewSession(): Promise<Session> {
  lookUp = undefined;
  return knownSession();
}

/**
 * Runs after a login or registration with this address. Takes the access token, whose answer says who is signed in. If
 * the registration opened no account, the session is "out".
 */
export function beginSession(email: string): Promise<Session> {
  lookUp = takeToken(email)
    .then(
      ({ user }) => {
        setSignedIn(user);
        toast.takeBack(SIGN_IN_OVER);
        return session;
      },
      (error) => {
        if (!isSignedOut(error)) throw error;
        return session;
      },
    )
    .catch((error) => {
      lookUp = undefined;
      throw error;
    });
  return lookUp;
}

/** In the browser: the signed-in person, or a redirect to login. */
export async function requireSession(request: Request): Promise<SignedIn> {
  const known = await knownSession();
  if (known.status !== "in") throw redirect(loginPath(request.url));
  return known;
}

/**
 * Signs out: at the provider, with a request that is sent at once and outlives the page; then here, after `leave`.
 * @throws ApiProblem when the provider cannot be reached: the session goes on.
 */
export async function signOut(leave?: () => Promise<void> | void): Promise<void> {
  signOuts += 1;
  try {
    const signedOut = callWithCookie("POST /auth/sign-out", { body: {}, keepalive: true });
    await Promise.all([signedOut, leave?.()]);
    endSession();
  } finally {
    signOuts -= 1;
  }
}

/** Whether somebody is logging out: the shop refuses what they still ask for, and that is no news. */
export function isSigningOut(): boolean {
  return signOuts > 0;
}

/** Forgets the user and the token in this browser. */
export function endSession(): void {
  forgetToken();
  lookUp = Promise.resolve({ status: "out" });
  setSession({ status: "out" });
}

/** Whether somebody else has logged in since, in another tab: theirs are the cookie and the kept token. */
export function isReplaced(): boolean {
  return readToken() !== null && !isTokenOf(sessionId);
}

/** The API, called as the signed-in user; a 401 ends the session here. */
export const callApi: CallApi = apiThrough(async (request) => {
  const token = session.status === "in" ? await accessToken(session.user.email) : undefined;
  if (token) request.headers.set("authorization", `Bearer ${token}`);
  const response = await fetchInTime(request);
  if (response.status === 401) endRefused();
  return response;
});

/**
 * Fetches as the signed-in user what is no call: a stream. A token that the shop no longer takes is renewed once; only
 * a renewal that is refused ends the session here.
 */
export async function fetchAsUser(path: string, { headers, ...init }: RequestInit): Promise<Response> {
  if (session.status !== "in") return Response.error();
  const { email } = session.user;
  const ask = (token: string) =>
    fetch(path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(headers)), authorization: `Bearer ${token}` },
    });
  const response = await ask(await accessToken(email));
  return response.status === 401 ? ask(await renewToken(email)) : response;
}

/**
 * The API, called with the session cookie alone, to log in or out. Changes to an account go through `callApi`, which
 * knows whose page it is.
 */
export const callWithCookie: CallApi = apiThrough(fetchInTime);

async function lookUpSession(): Promise<Session> {
  const { data: found } = await callWithCookie("GET /auth/get-session");
  if (found) {
    // What the page shows and remembers is the other person's.
    if (session.status === "in" && session.user.uid !== found.user.id) return loadAnew();
    sessionId = found.session.id;
    setSignedIn(found.user);
  } else endSession();
  return session;
}

/** The session of this person, as pages know it. */
export function toSession({ id: uid, email, emailVerified, name, image, role, staffRoles }: AccountPerson): SignedIn {
  return {
    status: "in",
    user: { uid, email, emailVerified, displayName: name, photoURL: image },
    isAdmin: role === "admin",
    staffRoles: role === "admin" ? staffRoles : [],
  };
}

function setSignedIn(person: AccountPerson): void {
  forgetInputOfOthers(person.id);
  setSession(toSession(person));
}

async function accessToken(email: string): Promise<string> {
  return readGoodToken(sessionId) ?? renewToken(email);
}

function renewToken(email: string): Promise<string> {
  renewal ??= takeToken(email)
    .then((taken) => taken.accessToken)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

const isSignedOut = (error: unknown) => error instanceof ApiProblem && error.status === 401;

/** Fetches and stores an access token. A 401 means the session is over, and ends it here. */
async function takeToken(email: string) {
  const { data } = await callWithCookie("POST /login", { body: { email } }).catch((error) => {
    if (isSignedOut(error)) endRefused();
    throw error;
  });
  storeToken(data);
  sessionId = data.sessionId;
  return data;
}

/**
 * Ends the session here, unless it is not this page's any more or a logout ends it, and says so: the shop's own words
 * for that are for other clients.
 */
function endRefused(): never {
  const isOther = isReplaced();
  if (isOther) askAgain();
  else if (!isSigningOut()) endSession();
  const detail = isOther ? "Somebody has logged in since, in another tab. Please try again." : SIGN_IN_OVER;
  throw new ApiProblem({ status: 401, code: "not-signed-in", detail });
}

/** Never resolves: a new document takes the place of this one. */
function loadAnew(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}

function setSession(next: Session): void {
  session = next;
  markUnconfirmed(next.status === "in" && !next.user.emailVerified);
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

/** A page restored by the back button may show a user who has since logged out. */
function hearReturn({ persisted }: PageTransitionEvent): void {
  if (persisted) askAgain();
}

/** Without an answer the person stays while their token is kept: a logout in any tab would have taken it away. */
function askAgain(): void {
  void renewSession().catch(() => {
    if (!isTokenOf(sessionId)) setSession({ status: "out" });
  });
}

/**
 * A login or logout in another tab applies here too. A tab that slept hears of it late: what holds is what is kept now.
 */
function hearOtherTabs({ key, newValue }: StorageEvent): void {
  // Confirmed there: the link opens another tab.
  if (key === UNCONFIRMED_KEY && newValue === null && session.status === "in") askAgain();
  if (key !== TOKEN_KEY && key !== null) return;
  if (readToken() === null) endSession();
  else if (session.status === "out" || isReplaced()) askAgain();
}

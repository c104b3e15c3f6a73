import { useEffect } from "react";
import {
  createContext,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { timeZoneContext } from "#app/ui/time-zone.ts";
import { toast } from "#app/ui/toast.ts";
import { ApiProblem, apiContext, apiThrough, type CallApi } from "./api.ts";
import { loginPath } from "./return-path.ts";
import {
  type AccountPerson,
  endSession,
  isReplaced,
  isSigningOut,
  type Session,
  SIGN_IN_OVER,
  type SignedIn,
  signOut,
  toSession,
  useSession,
} from "./session.ts";
import type { ShopTime } from "./shop-time.ts";

/** The session that the server has verified for a private page; null if nobody is signed in. */
export type RenderedSession = {
  sessionId: string;
  user: AccountPerson;
  /** Of an admin without a required second factor, as the API sees them. */
  person: { isRestingAdmin?: boolean };
};

/** Only pages below a route whose `handle` says `isPrivate` have it. */
export const sessionContext = createContext<RenderedSession | null>();

/** What the loader of a protected page receives besides its arguments: who is signed in, and the API called as them. */
export type Signed<Args = LoaderFunctionArgs> = Args &
  SignedIn & { rendered: RenderedSession; callApi: CallApi; time: ShopTime };

/**
 * A loader of a protected page, which runs on the server. Whoever is not signed in is led to login, with the way back;
 * whoever has the other role, to the dashboard; an admin without a required second factor, to where one is set up. What
 * the API refuses reaches the page's ErrorBoundary in its words.
 */
export function protectedLoader<Args extends LoaderFunctionArgs, Loaded>(
  role: "admin" | "buyer" | undefined,
  load: (args: Signed<Args>) => Promise<Loaded>,
): (args: Args) => Promise<Loaded> {
  return async (args) => {
    const { url, context } = args;
    const rendered = context.get(sessionContext);
    if (!rendered) throw redirect(loginPath(url.href));
    const session = toSession(rendered.user);
    if (role && (role === "admin") !== session.isAdmin) throw redirect("/dashboard");
    if (role === "admin" && rendered.person.isRestingAdmin) throw redirect(SECURITY);
    const callApi = apiThrough(context.get(apiContext));
    const time = { nowMs: Date.now(), timeZone: context.get(timeZoneContext) };
    return load({ ...args, ...session, rendered, callApi, time }).catch((error: unknown) => {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 401) throw redirect(loginPath(url.href));
      if (error.code === "second-factor-required") throw redirect(SECURITY);
      // An Error would lose its words on the way to the browser.
      const { status, code, message } = error;
      throw data({ code, detail: message }, { status });
    });
  };
}

/** Where an admin without a required second factor is led. The page says why. */
export const SECURITY = "/dashboard/myprofile/security";

/** For protected pages: redirects to login, with the way back, when the session ends. */
export function useLeaveWhenSignedOut(): Session {
  const session = useSession();
  const { state } = useNavigation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // A navigation in progress takes precedence: logging out leads home.
    if (session.status === "out" && state === "idle") void navigate(loginPath(pathname + search), { replace: true });
  }, [session.status, state, pathname, search, navigate]);
  return session;
}

/** For what a page of one role asks for again, in the browser: a 401 or 403 ends the session, and so leads to login. */
export async function signOutWhenRefused<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status !== 401 && error.status !== 403)) throw error;
    // The session that a logout would end is somebody else's; or they log out already.
    if (error.code === "second-factor-required" || isReplaced() || isSigningOut()) throw error;
    await signOut().catch(endSession);
    toast.warning(SIGN_IN_OVER);
    throw error;
  }
}

import { useEffect } from "react";
import { redirect, useLocation, useNavigate, useNavigation } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { ApiProblem } from "./api.ts";
import { loginPath } from "./return-path.ts";
import { endSession, isReplaced, isSigningOut, type Session, SIGN_IN_OVER, signOut, useSession } from "./session.ts";

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

/** Where an admin without a required second factor is led. The page says why. */
export const SECURITY = "/dashboard/myprofile/security";

/** For a load that failed: leads an admin without a required second factor to where one is set up. */
export function leadToSecondFactor(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.code !== "second-factor-required") return;
  throw redirect(SECURITY);
}

/** For loaders of lists of one role: a 401 or 403 ends the session and leads to login, with the way back. */
export async function signOutWhenRefused<Answer>(request: Request, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiProblem) || (error.status !== 401 && error.status !== 403)) throw error;
    leadToSecondFactor(error);
    // The session that a logout would end is somebody else's, and their page is being loaded; or they log out already.
    if (isReplaced() || isSigningOut()) throw error;
    await signOut().catch(endSession);
    toast.warning(SIGN_IN_OVER);
    throw redirect(loginPath(request.url));
  }
}

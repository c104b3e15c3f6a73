import { isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { isFromProxy, noConnection } from "#app/client/api.ts";
import type { RenderedSession } from "#app/client/protected.ts";
import { adoptSession, endSession, isSigningOut, SIGN_IN_OVER } from "#app/client/session.ts";
import { toast } from "#app/ui/toast.ts";

/** The route whose loader says for whom the server has rendered. */
export const GATE = "frame/dashboard-gate.layout";

type Results = Record<string, { type: "data" | "error"; result: unknown }>;

/**
 * Around the navigations to protected pages, in the browser: if the server has rendered for nobody, the session is over
 * here, too; if for somebody else, who has logged in since in another tab, a new document takes the place of this one.
 */
export const followSession: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (Object.values(results).some(({ result }) => leadsToLogin(result))) sayOver();
  const gate = results[GATE]?.result;
  if (isRendered(gate) && !adoptSession(gate)) return loadAnew(request.url);
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type === "data" || result instanceof Response) continue;
    // What failed is said within the frame, in the place of the page.
    if (id === GATE) results[id] = { type: "data", result: undefined };
    else if (isCutOff(result)) results[id] = { type, result: noConnection() };
  }
  return results;
};

function leadsToLogin(result: unknown): boolean {
  return result instanceof Response && result.headers.get("Location")?.startsWith("/login?") === true;
}

function sayOver(): void {
  if (isSigningOut()) return;
  endSession();
  toast.warning(SIGN_IN_OVER);
}

function isRendered(result: unknown): result is Pick<RenderedSession, "sessionId" | "user"> {
  return typeof result === "object" && result !== null && "sessionId" in result && "user" in result;
}

/** Never resolves. */
function loadAnew(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}

/** No answer came, or only one from a proxy. */
function isCutOff(result: unknown): boolean {
  return result instanceof TypeError || (isRouteErrorResponse(result) && isFromProxy(result));
}

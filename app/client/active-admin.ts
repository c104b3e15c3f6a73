import { redirect } from "react-router";
import { SECURITY, signOutWhenRefused } from "./protected.ts";
import { callApi, requireSession } from "./session.ts";

/**
 * For loaders of admin pages that do not themselves read anything only admins may read: admits admins, and leads those
 * who lack a required second factor to where one is set up.
 */
export async function requireActiveAdmin(request: Request): Promise<void> {
  await requireSession(request, "admin");
  const { data } = await signOutWhenRefused(request, callApi("GET /account/security", {}));
  if (data.isFactorRequired) throw redirect(SECURITY);
}

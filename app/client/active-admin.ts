import { redirect } from "react-router";
import { SECURITY, signOutWhenRefused } from "./protected.ts";
import { callApi, requireSession } from "./session.ts";

/**
 * For loaders of admins' pages that read nothing which only admins may read: admits admins, and leads those whose rights
 * rest to where a second factor is set up.
 */
export async function requireActiveAdmin(request: Request): Promise<void> {
  await requireSession(request, "admin");
  const { data } = await signOutWhenRefused(request, callApi("GET /account/security", {}));
  if (data.isFactorRequired) throw redirect(SECURITY);
}

import type { z } from "zod";
import { beginSession, callWithCookie, type Session } from "#app/client/session.ts";
import { toast } from "#app/ui/toast.ts";
import type { credentials } from "./contract.ts";

/**
 * Logs in with address and password, and begins the session here.
 * @throws ApiProblem, also second-factor-needed
 */
export async function logIn({ email, password }: z.output<typeof credentials>): Promise<Session> {
  const { data } = await callWithCookie("POST /auth/sign-in/email", { body: { email, password } });
  return beginSession(data.user.email);
}

/** Says so after every way to log in. */
export function announceLogin(): void {
  toast.success("login success. You can now see the private/protected routes.");
}

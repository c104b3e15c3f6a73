import { hashPassword, verifyPassword } from "better-auth/crypto";
import { invalidInput } from "#app/contract/problem.ts";
import type { Network } from "#app/platform/http/client-address.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import { type IdentityLimits, takeGuess } from "./limits.server.ts";
import { inTurn, laneOf } from "./passwords.server.ts";
import { wrongPassword } from "./problems.ts";

/**
 * Checks what people typed as their own password, in turn. Counted with the wrong passwords of the login page.
 * @throws Refusal invalid-input without one, wrong-password, too-many-requests
 */
export function checkOwnPassword(
  limits: IdentityLimits,
  hash: string,
  typed: string | undefined,
  who: Pick<Person, "email">,
  network: Network,
): Promise<void> {
  if (typed === undefined) {
    const message = "Please type your password";
    refuse(invalidInput, message, [{ field: "password", message }]);
  }
  return inTurn(laneOf(true, network, who.email), () => compareOwnPassword(limits, hash, typed, who, network));
}

/** The same, for a call that has its turn already. */
export async function compareOwnPassword(
  limits: IdentityLimits,
  hash: string,
  password: string,
  who: Pick<Person, "email">,
  network: Network,
): Promise<void> {
  const guess = await takeGuess(limits, who.email, network, { isKnown: true });
  if (!(await verifyPassword({ hash, password }))) refuseWrongPassword();
  await guess.wasRight();
}

/** Whether this is the password with that hash. Without a hash it is not, and the answer takes just as long. */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  if (hash) return verifyPassword({ hash, password });
  await hashPassword(password);
  return false;
}

/** @throws Refusal wrong-password, at the field of the password. */
export function refuseWrongPassword(): never {
  const message = "This is not your password";
  refuse(wrongPassword, message, [{ field: "password", message }]);
}

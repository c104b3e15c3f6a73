import { createHash } from "node:crypto";
import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

const HOUR = 60;

/** What may be asked how often, in minutes. Whoever uses the shop as meant never meets one of these. */
export const identityRules = {
  /** Wrong passwords for one account from one network; the owner elsewhere is not touched by them. */
  "guess-account": { points: 10, minutes: 15 },
  /** Wrong passwords from one network, whatever the account. */
  "guess-network": { points: 100, minutes: 15 },
  /** Sign-ins of one account from one network and of one network, right or wrong: each costs a hash. */
  "sign-in-account": { points: 300, minutes: 15 },
  "sign-in-network": { points: 1000, minutes: 15 },
  /** Access tokens of one account from one network, and calls from one network that need the cookie and have none. */
  "login-account": { points: 1000, minutes: 15 },
  "login-network": { points: 300, minutes: 15 },
  /** Questions from one network whether the link of a reset mail works. */
  "reset-link": { points: 100, minutes: 15 },
  registration: { points: 100, minutes: HOUR },
  social: { points: 300, minutes: 10 },
  /** Mails to one address, and mails caused by one network, each kind on its own. */
  "mail-address": { points: 3, minutes: HOUR },
  "mail-network": { points: 10, minutes: HOUR },
  /** Changes of name, picture and profile of one account, and of all unconfirmed accounts of a network together. */
  "profile-account": { points: 30, minutes: HOUR },
  "profile-network": { points: 60, minutes: HOUR },
} as const satisfies Record<string, Rule>;

export type IdentityLimits = Limits<keyof typeof identityRules>;

/**
 * Counts a sign-in before its password is checked; the answer takes back what only wrong passwords count.
 * @throws Refusal too-many-requests
 */
export async function takeGuess(limits: IdentityLimits, email: string, network: string) {
  const ofAccount = `${fingerprint(email)} ${network}`;
  await limits.take("guess-account", ofAccount);
  await limits.take("sign-in-account", ofAccount);
  await limits.take("guess-network", network);
  await limits.take("sign-in-network", network);
  return {
    async wasRight(): Promise<void> {
      await limits.giveBack("guess-account", ofAccount);
      await limits.giveBack("guess-network", network);
    },
  };
}

/** Whether one more mail of this kind may go out. The answer to the person must not tell. */
export async function mayMail(limits: IdentityLimits, kind: string, email: string, network: string): Promise<boolean> {
  const isFew = await limits.mayTake("mail-address", `${kind} ${fingerprint(email)}`);
  return isFew && limits.mayTake("mail-network", `${kind} ${network}`);
}

/** Keys are short and name nobody. */
function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}

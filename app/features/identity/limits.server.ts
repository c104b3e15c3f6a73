import { createHash } from "node:crypto";
import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

const HOUR = 60;

/** How often each call is allowed, in minutes. Normal use never reaches these limits. */
export const identityRules = {
  /** Wrong passwords for one account from one network; the owner is unaffected elsewhere. */
  "guess-account": { points: 10, minutes: 15 },
  /** Wrong passwords from one network, for any account. */
  "guess-network": { points: 100, minutes: 15 },
  /** Sign-ins per account and network, and per network, right or wrong: each costs a hash. */
  "sign-in-account": { points: 300, minutes: 15 },
  "sign-in-network": { points: 1000, minutes: 15 },
  /** Access tokens per account and network, and calls per network that lack the required cookie. */
  "login-account": { points: 1000, minutes: 15 },
  "login-network": { points: 300, minutes: 15 },
  /** Checks from one network whether a reset link works. */
  "reset-link": { points: 100, minutes: 15 },
  registration: { points: 100, minutes: HOUR },
  social: { points: 300, minutes: 10 },
  /** Mails to one address and mails caused by one network, counted per kind. */
  "mail-address": { points: 3, minutes: HOUR },
  "mail-network": { points: 10, minutes: HOUR },
  /** Changes of name, picture and profile per account, and for all unconfirmed accounts of a network together. */
  "profile-account": { points: 30, minutes: HOUR },
  "profile-network": { points: 60, minutes: HOUR },
  /** Downloads of all of one's own data: each reads every order of the account. */
  "data-account": { points: 10, minutes: HOUR },
} as const satisfies Record<string, Rule>;

export type IdentityLimits = Limits<keyof typeof identityRules>;

/**
 * Counts a sign-in before checking its password. Call `wasRight` on the result to uncount a correct one.
 * @throws Refusal too-many-requests
 */
export async function takeGuess(limits: IdentityLimits, email: string, network: string) {
  // A network that may guess no more adds no rows, whatever addresses it makes up. It is counted after the account all
  // the same: guesses at one account must not use up what its network may.
  await limits.refuseIfSpent("guess-network", network);
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

/**
 * Whether one more mail of this kind may go out. The answer to the user must not reveal it. The network counts first:
 * one that may cause no more mails must not use up those of an address.
 */
export async function mayMail(limits: IdentityLimits, kind: string, email: string, network: string): Promise<boolean> {
  const isFew = await limits.mayTake("mail-network", `${kind} ${network}`);
  return isFew && limits.mayTake("mail-address", `${kind} ${fingerprint(email)}`);
}

/** Keys are short and contain no names. */
function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}

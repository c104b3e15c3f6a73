import { createHash } from "node:crypto";
import { tooManyRequests } from "#app/contract/problem.ts";
import { type Network, narrowest } from "#app/platform/http/client-address.server.ts";
import type { Limits, Rule } from "#app/platform/http/limits.server.ts";
import { refuseForNow } from "#app/platform/http/refusal.server.ts";

const HOUR = 60;

/**
 * How often each call is allowed, in minutes. Normal use never reaches these limits. Those per network hold for a single
 * address; wider networks may do a few times as much.
 */
export const identityRules = {
  /** Wrong passwords for one account from one network; the owner is unaffected elsewhere. */
  "guess-account": { points: 10, minutes: 15 },
  /** Wrong passwords for one account, from wherever its owner has not logged in before. */
  "guess-owner": { points: 20, minutes: HOUR },
  /** Mails to the owner about them. */
  "guess-warned": { points: 1, minutes: 24 * HOUR },
  /** Wrong passwords from one network, for any account. A right one passes all the same. */
  "guess-network": { points: 100, minutes: 15 },
  /** Sign-ins per account and network, right or wrong: each costs a hash. */
  "sign-in-account": { points: 300, minutes: 15 },
  /** Access tokens per account and network, and calls per network that lack the required cookie. */
  "login-account": { points: 1000, minutes: 15 },
  "login-network": { points: 300, minutes: 15 },
  /** Checks from one network whether a reset link works. */
  "reset-link": { points: 100, minutes: 15 },
  registration: { points: 100, minutes: HOUR },
  social: { points: 300, minutes: 10 },
  /** Mails to one address and mails caused by one network, counted per kind. */
  "mail-address": { points: 3, minutes: HOUR },
  "mail-network": { points: 30, minutes: HOUR },
  /** What goes beyond that comes later: one more mail to an address, and so many because of one network. */
  "mail-later-address": { points: 1, minutes: HOUR },
  "mail-later-network": { points: 60, minutes: HOUR },
  /** Changes of name, picture and profile per account, and for all unconfirmed accounts of a network together. */
  "profile-account": { points: 30, minutes: HOUR },
  "profile-network": { points: 60, minutes: HOUR },
  /** Downloads of all of one's own data: each reads every order of the account. */
  "data-account": { points: 10, minutes: HOUR },
} as const satisfies Record<string, Rule>;

export type IdentityLimits = Limits<keyof typeof identityRules>;

/** What is known about who types a password: whether its owner logged in there before, and whether there is one. */
type Typist = {
  /** This browser has logged in to the account before. */
  isKnown: boolean;
  /** Asked only when too many have guessed: whether its owner is logged in from this network. */
  isAtHome?: () => Promise<boolean>;
  hasAccount?: boolean;
};

/**
 * Counts a password before it is checked. Call `wasRight` on the result to uncount a right one, and `refuseIfSpent`
 * before saying that it was wrong. A network that has used up its guesses still has passwords of accounts checked that
 * have few failures, so that neighbours lock nobody out; all its wrong ones get the same answer.
 * @param onGuessed called when too many wrong passwords for this account have come from strangers
 * @throws Refusal too-many-requests
 */
export async function takeGuess(
  limits: IdentityLimits,
  email: string,
  network: Network,
  { isKnown, isAtHome, hasAccount = true }: Typist,
  onGuessed: () => Promise<void> = async () => {},
) {
  const account = fingerprint(email);
  const ofAccount = `${account} ${narrowest(network)}`;
  const isSpent = await limits.isSpent("guess-network", network);
  const refuseIfSpent = () => limits.refuseIfSpent("guess-network", network);
  // A network that may guess no more adds no rows, whatever addresses it makes up.
  if (isSpent && !hasAccount) return { wasRight: async () => {}, refuseIfSpent };
  await limits.take("guess-account", ofAccount);
  await limits.take("sign-in-account", ofAccount);
  if (!isKnown) {
    const waitMs = await limits.waitMs("guess-owner", account);
    if (waitMs > 0 && !(await isAtHome?.())) {
      await onGuessed();
      refuseGuessed(waitMs);
    }
  }
  // After the account: guesses at one account must not use up what its network may.
  await limits.mayTake("guess-network", network);
  return {
    async wasRight(): Promise<void> {
      await limits.giveBack("guess-account", ofAccount);
      await limits.giveBack("guess-network", network);
      if (!isKnown) await limits.giveBack("guess-owner", account);
    },
    // It was within the limit when it was counted, if it was not spent before.
    refuseIfSpent: isSpent ? refuseIfSpent : async () => {},
  };
}

const MINUTE_MS = 60_000;

function refuseGuessed(waitMs: number): never {
  const detail =
    "Too many wrong passwords were typed for this account. Please log in where you have logged in before, or press “Reset password.”";
  refuseForNow(tooManyRequests, detail, Math.ceil(waitMs / 1_000));
}

/** Whether the owner may be told that somebody guesses their password: once a day. */
export function mayTellOfGuesses(limits: IdentityLimits, email: string): Promise<boolean> {
  return limits.mayTake("guess-warned", fingerprint(email));
}

/** When a mail goes out: `inMinutes` is 0 for now. `isSent` is false if one that is on its way will do. */
export type MailTime = { inMinutes: number; isSent: boolean };

/**
 * When one more mail of this kind may go out. That depends on what was asked before, never on whether the address has
 * an account: the answer may say it. The network counts first: one that may cause no more mails must not use up those of
 * an address.
 * @throws Refusal too-many-requests when this network has too many that come later
 */
export async function findMailTime(
  limits: IdentityLimits,
  kind: string,
  email: string,
  network: Network,
): Promise<MailTime> {
  const levels = network.map((level) => `${kind} ${level}`);
  const address = `${kind} ${fingerprint(email)}`;
  const ofNetworkMs = await limits.waitMs("mail-network", levels);
  if (ofNetworkMs > 0) await limits.take("mail-later-network", levels);
  const waitMs = ofNetworkMs || (await limits.waitMs("mail-address", address));
  if (waitMs === 0) return { inMinutes: 0, isSent: true };
  return { inMinutes: Math.ceil(waitMs / MINUTE_MS), isSent: await limits.mayTake("mail-later-address", address) };
}

/** Keys are short and contain no names. */
function fingerprint(email: string): string {
  return createHash("sha256").update(email).digest("base64url").slice(0, 22);
}

import type { Network } from "#app/platform/http/client-address.server.ts";
import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

/**
 * How often each is allowed, in minutes. Codes are counted per account alone, wherever they come from: only somebody
 * who has the password or a session gets that far, so that no stranger can lock the owner out. At twenty guesses a day,
 * against a million codes of which three are valid at a time, one guess succeeds in 45 years.
 */
export const factorRules = {
  "code-account": { points: 5, minutes: 15 },
  "code-day": { points: 20, minutes: 24 * 60 },
  /** Mails to the owner about guessed codes. */
  "code-warned": { points: 1, minutes: 60 },
  "code-network": { points: 60, minutes: 15 },
  /** What a browser asks for before it uses a passkey, and each use. */
  "passkey-network": { points: 300, minutes: 15 },
  /** Changes of one's own factors. */
  "factor-account": { points: 30, minutes: 60 },
} as const satisfies Record<string, Rule>;

export type FactorLimits = Limits<keyof typeof factorRules>;

/**
 * Counts a code before it is checked. Call `wasRight` on the result to uncount a right one. `isLast` says that no code
 * may follow for a while.
 * @throws Refusal too-many-requests
 */
export async function takeCode(limits: FactorLimits, userId: string, network: Network) {
  await limits.take("code-network", network);
  const now = await limits.take("code-account", userId);
  const today = await limits.take("code-day", userId);
  return {
    isLast: now === 0 || today === 0,
    async wasRight(): Promise<void> {
      await limits.giveBack("code-network", network);
      await limits.giveBack("code-account", userId);
      await limits.giveBack("code-day", userId);
    },
  };
}

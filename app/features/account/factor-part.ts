import { ApiProblem } from "#app/client/api.ts";
import type { Security } from "./contract.ts";

/** What the part of a second factor is given. */
export type FactorPartProps = {
  security: Security;
  unprinted: boolean;
  onChanged: () => Promise<void>;
  /** Recovery codes, if this was the first factor. */
  onCodes: (codes: string[] | null) => void;
};

/** Shows what the shop knows already: another tab has set it up, or the answer to this one was lost. */
export async function showKnown<Answer>(asked: Promise<Answer>, onChanged: () => Promise<void>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiProblem && ["app-is-on", "passkey-known"].includes(error.code)) await onChanged();
    throw error;
  }
}

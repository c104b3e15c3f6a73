import type { Security } from "./contract.ts";

/** What the part of a second factor is given. */
export type FactorPartProps = {
  security: Security;
  unprinted: boolean;
  onChanged: () => Promise<void>;
  /** Recovery codes, if this was the first factor. */
  onCodes: (codes: string[] | null) => void;
};

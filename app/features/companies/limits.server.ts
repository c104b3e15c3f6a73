import type { Limits, Rule } from "#app/platform/http/limits.server.ts";

const HOUR = 60;
const DAY = 24 * HOUR;

/** How often an account may change its company, and all unconfirmed accounts of a network together. */
export const companyRules = {
  "company-account": { points: 300, minutes: HOUR },
  "company-network": { points: 100, minutes: HOUR },
  /** Invitations, each of which is a mail to any address. */
  "invitation-account": { points: 20, minutes: DAY },
  "invitation-network": { points: 20, minutes: DAY },
  /** Mails to an address for documents that ask its owner to confirm it. */
  "documents-email-account": { points: 10, minutes: DAY },
  "documents-email-network": { points: 10, minutes: DAY },
  /** Looks at the links of invitations, from one network. */
  "invitation-link": { points: 100, minutes: 15 },
} as const satisfies Record<string, Rule>;

export type CompanyLimits = Limits<keyof typeof companyRules>;

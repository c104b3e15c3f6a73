import type { Act } from "#app/features/audit/queries.server.ts";
import { buyerActs } from "#app/features/buyers/acts.server.ts";
import { catalogueActs } from "#app/features/catalogue/acts.server.ts";
import { factorActs } from "#app/features/factors/acts.server.ts";
import { identityActs } from "#app/features/identity/acts.server.ts";
import { orderActs } from "#app/features/orders/acts.server.ts";
import { reviewActs } from "#app/features/reviews/acts.server.ts";
import { trimActs } from "#app/features/trims/acts.server.ts";

/** Acts that are only possible at the terminal. */
export const terminalActs = {
  retryMail: { code: "retry-mail", title: "Sent a mail again" },
} as const satisfies Record<string, Act>;

/** Every act that the audit log can name. */
export const acts: readonly Act[] = [
  identityActs,
  factorActs,
  trimActs,
  catalogueActs,
  reviewActs,
  orderActs,
  buyerActs,
  terminalActs,
].flatMap((some) => Object.values<Act>(some));

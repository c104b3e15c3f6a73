import { auditLogActions } from "#app/features/audit/audit-actions.server.ts";
import type { AuditAction } from "#app/features/audit/queries.server.ts";
import { buyerActions } from "#app/features/buyers/audit-actions.server.ts";
import { catalogueActions } from "#app/features/catalogue/audit-actions.server.ts";
import { identityActions } from "#app/features/identity/audit-actions.server.ts";
import { mfaActions } from "#app/features/mfa/audit-actions.server.ts";
import { moneyActions } from "#app/features/money/audit-actions.server.ts";
import { orderActions } from "#app/features/orders/audit-actions.server.ts";
import { reviewActions } from "#app/features/reviews/audit-actions.server.ts";
import { sheetActions } from "#app/features/sheets/audit-actions.server.ts";
import { trimActions } from "#app/features/trims/audit-actions.server.ts";

/** Actions that are only possible at the terminal. */
export const terminalActions = {
  retryMail: { code: "retry-mail", title: "Sent a mail again" },
} as const satisfies Record<string, AuditAction>;

/** Every action that the audit log can name. */
export const auditActions: readonly AuditAction[] = [
  identityActions,
  mfaActions,
  trimActions,
  catalogueActions,
  reviewActions,
  orderActions,
  sheetActions,
  moneyActions,
  buyerActions,
  auditLogActions,
  terminalActions,
].flatMap((some) => Object.values<AuditAction>(some));

import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on the factors of an account: its owner's own, and the terminal's. */
export const mfaActions = {
  appOn: { code: "app-on", title: "Switched on an authenticator app" },
  appOff: { code: "app-off", title: "Switched off the authenticator app" },
  passkeyAdded: { code: "passkey-added", title: "Added a passkey" },
  passkeyRemoved: { code: "passkey-removed", title: "Removed a passkey" },
  codesMade: { code: "recovery-codes-made", title: "Made recovery codes" },
  codeUsed: { code: "recovery-code-used", title: "Used a recovery code" },
  factorsTakenOff: { code: "second-factor-off", title: "Took the second factor off an account" },
} as const satisfies Record<string, AuditAction>;

import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on a person's account. */
export const identityActions = {
  makeAdmin: { code: "make-admin", title: "Made an admin" },
  demoteAdmin: { code: "demote-admin", title: "Revoked the admin role" },
  removeProfile: { code: "remove-profile", title: "Removed a profile" },
} as const satisfies Record<string, AuditAction>;

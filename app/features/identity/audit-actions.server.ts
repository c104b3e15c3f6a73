import type { AuditAction } from "#app/features/audit/queries.server.ts";

/** Actions on a person's account. */
export const identityActions = {
  makeAdmin: { code: "make-admin", title: "Made an admin" },
  demoteAdmin: { code: "demote-admin", title: "Revoked the admin role" },
  changeRoles: { code: "change-staff-roles", title: "Changed the roles of staff" },
  inviteStaff: { code: "invite-staff", title: "Invited to the staff" },
  withdrawInvitation: { code: "withdraw-staff-invitation", title: "Withdrew an invitation to the staff" },
  lock: { code: "lock-account", title: "Locked an account" },
  unlock: { code: "unlock-account", title: "Unlocked an account" },
  removeProfile: { code: "remove-profile", title: "Removed a profile" },
} as const satisfies Record<string, AuditAction>;

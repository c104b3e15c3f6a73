/** What a member may do in their company: run it, order for it, or look. */
export const memberRoles = ["manager", "purchaser", "viewer"] as const;

export type MemberRole = (typeof memberRoles)[number];

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7;

/** What a member may do in their company: run it, order for it, or look. */
export const memberRoles = ["manager", "purchaser", "viewer"] as const;

import type { MemberRole } from "./facts.ts";

/** What people read for a member's role. */
export const roleNames: Record<MemberRole, string> = { manager: "Manager", purchaser: "Purchaser", viewer: "Viewer" };

/** What each role may do, beside its choice in a form. */
export const roleWords: Record<MemberRole, string> = {
  manager: "everything, also people and addresses",
  purchaser: "orders too",
  viewer: "looks and prints only",
};

/** What viewers read where others may order. */
export const ONLY_LOOKS = "You may look and print. A manager of your company can let you order.";

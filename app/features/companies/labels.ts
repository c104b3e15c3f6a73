import type { MemberRole } from "./facts.ts";

/** What people read for a member's role. */
export const roleNames: Record<MemberRole, string> = { manager: "Manager", purchaser: "Purchaser", viewer: "Viewer" };

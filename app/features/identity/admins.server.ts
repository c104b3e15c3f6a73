import { and, arrayOverlaps, eq, isNull } from "drizzle-orm";
import type { StaffRole } from "#app/contract/staff.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { users } from "./tables.server.ts";

/** Of staff, with a confirmed address and an account that is not locked. */
const isReached = and(eq(users.role, "admin"), eq(users.emailVerified, true), isNull(users.lockedAt));

/** The members of staff with one of these roles who are written to. */
export function listStaff(db: Db | Tx, roles: readonly StaffRole[]) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(isReached, arrayOverlaps(users.staffRoles, [...roles])));
}

import { and, eq } from "drizzle-orm";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { users } from "./tables.server.ts";

/** The admins who are written to: those with a confirmed address. */
export function listAdmins(db: Db | Tx) {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.emailVerified, true)));
}

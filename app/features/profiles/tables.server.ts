import { check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { staffRoles } from "#app/contract/staff.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { created, hasOnly, idColumn, moment } from "#app/platform/db/columns.server.ts";

/** People's profiles; at most one row per account. */
export const profiles = pgTable("profiles", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  phone: text("phone").notNull(),
  linkedin: text("linkedin").notNull(),
  location: text("location").notNull(),
  education: text("education").notNull(),
  company: text("company"),
  country: text("country"),
});

/** Whom owners have invited to the staff; at most one row per address, which goes when the invitation is accepted. */
export const staffInvitations = pgTable(
  "staff_invitations",
  {
    id: idColumn(),
    email: text("email").notNull().unique(),
    roles: text("roles", { enum: staffRoles }).array().notNull(),
    /** Of the mailed link. */
    hash: text("hash").notNull().unique(),
    /** Survives the person's deletion. */
    invitedBy: uuid("invited_by").notNull(),
    createdAt: created(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [check("staff_invitations_roles", hasOnly(table.roles, staffRoles))],
);

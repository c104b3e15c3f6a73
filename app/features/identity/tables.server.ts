import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { staffRoles } from "#app/contract/staff.ts";
import { created, hasOnly, idColumn, isOneOf, when } from "#app/platform/db/columns.server.ts";

// better-auth dictates the property names of the first four tables.
const updated = () => when("updated_at").notNull().defaultNow();
const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** How a session began. */
const signInWays = ["password", "google", "github", "passkey", "registration"] as const;
export type SignInWay = (typeof signInWays)[number];

/** How its second step was taken. */
const secondSteps = ["due", "app", "passkey", "recovery-code"] as const;
export type SecondStep = (typeof secondSteps)[number];

/** People. Orders, reviews and rights refer to the id, never to the e-mail. */
export const users = pgTable(
  "users",
  {
    id: idColumn(),
    name: text("name").notNull(),
    /** Normalised by `contract/email.ts`. */
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    role: text("role", { enum: ["buyer", "admin"] })
      .notNull()
      .default("buyer"),
    /** What a member of staff works on; empty for buyers. */
    staffRoles: text("staff_roles", { enum: staffRoles }).array().notNull().default([]),
    /** Whether an app or a passkey is set up, so that a password is not enough. Only the slice of factors writes it. */
    hasSecondFactor: boolean("has_second_factor").notNull().default(false),
    /** Since when the account is locked: it opens no session, and its tokens open nothing. */
    lockedAt: when("locked_at"),
    lastSignInAt: when("last_sign_in_at"),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    check("users_role_known", sql`${table.role} in ('buyer', 'admin')`),
    check("users_staff_roles", hasOnly(table.staffRoles, staffRoles)),
    index("users_admins").on(table.id).where(sql`${table.role} = 'admin'`),
    index("users_words").using("gin", sql`search_vector(${table.name} || ' ' || ${table.email})`),
  ],
);

/** Addresses that lost the admin role: settings do not restore it, but an admin or the terminal can. */
export const formerAdmins = pgTable("former_admins", {
  email: text("email").primaryKey(),
  revokedAt: when("revoked_at").notNull().defaultNow(),
});

export const sessions = pgTable(
  "sessions",
  {
    id: idColumn(),
    userId: owner(),
    token: text("token").notNull().unique(),
    expiresAt: when("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** Null for sessions from before this was noted. */
    signedInBy: text("signed_in_by", { enum: signInWays }),
    /** `due`: the session opens nothing yet. Null: none was asked for. */
    secondStep: text("second_step", { enum: secondSteps }),
    /** When its owner last proved who they are: by signing in, or since. */
    provedAt: when("proved_at").notNull().defaultNow(),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    index("sessions_user_id").on(table.userId),
    check("sessions_signed_in_by_known", isOneOf(table.signedInBy, signInWays)),
    check("sessions_second_step_known", isOneOf(table.secondStep, secondSteps)),
  ],
);

/** Ways to sign in: one row per password or provider and subject. */
export const accounts = pgTable(
  "accounts",
  {
    id: idColumn(),
    userId: owner(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: when("access_token_expires_at"),
    refreshTokenExpiresAt: when("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [
    index("accounts_user_id").on(table.userId),
    uniqueIndex("accounts_provider_subject").on(table.providerId, table.accountId),
  ],
);

/** Sign-ins in progress and mailed links. `identifier` is a hash, and all we store of the link. */
export const verifications = pgTable(
  "verifications",
  {
    id: idColumn(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: when("expires_at").notNull(),
    createdAt: created(),
    updatedAt: updated(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** Bearer tokens, as SHA-256 only. They end with their session. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    hash: text("hash").primaryKey(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: when("expires_at").notNull(),
  },
  (table) => [index("access_tokens_session_id").on(table.sessionId)],
);

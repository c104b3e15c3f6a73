import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import { created, idColumn, when } from "#app/platform/db/columns.server.ts";

const owner = () => uuid("user_id").references(() => users.id, { onDelete: "cascade" });

/** The app of a person that shows codes (RFC 6238); one each. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: owner().primaryKey(),
  /** Encrypted with the setting SECRET. */
  secret: text("secret").notNull(),
  /** Null until its first code has been typed: until then, nobody is asked for a code. */
  confirmedAt: when("confirmed_at"),
  /** The time step of the last code accepted: neither that code nor an older one works again. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: created(),
});

/** Codes for the day the phone is lost, as a keyed hash. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    id: idColumn(),
    userId: owner().notNull(),
    hash: text("hash").notNull(),
    usedAt: when("used_at"),
    createdAt: created(),
  },
  (table) => [uniqueIndex("recovery_codes_user_hash").on(table.userId, table.hash)],
);

/** Passkeys (WebAuthn level 3): public keys, nothing secret. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: idColumn(),
    userId: owner().notNull(),
    name: text("name").notNull(),
    /** As the authenticator names it, in base64url. */
    credentialId: text("credential_id").notNull(),
    publicKey: text("public_key").notNull(),
    /** How often the authenticator says it signed; many always say 0. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    /** Whether it is kept in an account of a provider, and so on several devices. */
    isSynced: boolean("is_synced").notNull(),
    lastUsedAt: when("last_used_at"),
    createdAt: created(),
  },
  (table) => [index("passkeys_user_id").on(table.userId), uniqueIndex("passkeys_credential_id").on(table.credentialId)],
);

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#app/features/identity/tables.server.ts";
import { created, idColumn, isOneOf, moment, newId, words } from "#app/platform/db/columns.server.ts";
import { memberRoles } from "./facts.ts";

/** Firms that buy. Nothing deletes one: its orders and papers name it. */
export const companies = pgTable(
  "companies",
  {
    id: idColumn(),
    /** The number people quote on the phone. */
    number: integer("number").notNull().unique().generatedByDefaultAsIdentity(),
    name: text("name").notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text("country").notNull(),
    taxNumber: text("tax_number"),
    /** Where confirmations and invoices also go, once its owner has confirmed it. */
    documentsEmail: text("documents_email"),
    isDocumentsEmailConfirmed: boolean("is_documents_email_confirmed").notNull().default(false),
    /** SHA-256 of the secret in the link that was mailed there last, and until when it works. */
    documentsLinkHash: text("documents_link_hash").unique(),
    documentsLinkExpiresAt: moment("documents_link_expires_at"),
    /** Days to pay; null for the shop's usual ones. */
    termsDays: smallint("terms_days"),
    /** Dollars; null for no limit. */
    creditLimit: numeric("credit_limit", { precision: 24, scale: 2 }),
    /** How many per cent of a new order are to be paid before it is made. */
    depositPercent: smallint("deposit_percent").notNull().default(0),
    /** By how many per cent deliveries may differ from what was ordered. */
    tolerance: smallint("tolerance").notNull().default(0),
    /** What staff should know about the company; no member is sent it. */
    notes: text("notes").notNull().default(""),
    /** Another one with each change, for `If-Match`. */
    version: uuid("version").notNull().$defaultFn(newId),
    createdAt: created(),
    /** Closed when its only member's account was deleted, or when it was merged into another. */
    closedAt: moment("closed_at"),
    mergedInto: uuid("merged_into"),
    words: words("words").generatedAlwaysAs(sql`search_vector(name || ' ' || coalesce(documents_email, ''))`),
  },
  (table) => [
    index("companies_words").using("gin", table.words).with({ fastupdate: false }),
    check("companies_terms", sql`${table.termsDays} between 0 and 365`),
    check("companies_credit", sql`${table.creditLimit} >= 0`),
    check("companies_deposit", sql`${table.depositPercent} between 0 and 100`),
    check("companies_tolerance", sql`${table.tolerance} between 0 and 10`),
  ],
);

/** Who belongs to which company; an account belongs to one at most. */
export const companyMembers = pgTable(
  "company_members",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id),
    role: text("role", { enum: memberRoles }).notNull(),
    /** Dollars; an order above it waits for a manager. Null for no limit. */
    orderLimit: numeric("order_limit", { precision: 24, scale: 2 }),
    joinedAt: created(),
  },
  (table) => [
    index("company_members_company").on(table.companyId),
    check("company_members_role", isOneOf(table.role, memberRoles)),
    check("company_members_limit", sql`${table.orderLimit} >= 0`),
  ],
);

/** Who was asked by mail to join. The link holds a secret; only its SHA-256 is stored. */
export const companyInvitations = pgTable(
  "company_invitations",
  {
    id: idColumn(),
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id),
    email: text("email").notNull(),
    role: text("role", { enum: memberRoles }).notNull(),
    orderLimit: numeric("order_limit", { precision: 24, scale: 2 }),
    hash: text("hash").notNull().unique(),
    /** Survives the person's deletion. */
    invitedBy: uuid("invited_by"),
    createdAt: created(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
  },
  (table) => [
    index("company_invitations_company").on(table.companyId, table.id),
    check("company_invitations_role", isOneOf(table.role, memberRoles)),
  ],
);

/** The address book: where deliveries go, by name, and one for invoices. */
export const companyAddresses = pgTable(
  "company_addresses",
  {
    id: idColumn(),
    companyId: uuid("company_id")
      .notNull()
      .references(() => companies.id, { onDelete: "cascade" }),
    /** How the company calls it, such as *Dock 4*. */
    label: text("label").notNull(),
    street: text("street").notNull(),
    postcode: text("postcode").notNull(),
    town: text("town").notNull(),
    country: text("country").notNull(),
    /** The one that invoices name; at most one. */
    isForInvoices: boolean("is_for_invoices").notNull().default(false),
    /** The one that an order starts with; at most one. */
    isDefault: boolean("is_default").notNull().default(false),
  },
  (table) => [
    uniqueIndex("company_addresses_label").on(table.companyId, table.label),
    uniqueIndex("company_addresses_invoices").on(table.companyId).where(sql`${table.isForInvoices}`),
    uniqueIndex("company_addresses_default").on(table.companyId).where(sql`${table.isDefault}`),
  ],
);

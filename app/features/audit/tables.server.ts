import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { idColumn, moment, words } from "#app/platform/db/columns.server.ts";
import type { AuditEntry } from "./contract.ts";

/**
 * What admins did, written with the act itself. Rows are only ever added: triggers refuse all else, and nothing here
 * refers to another table, so that no deletion elsewhere reaches it.
 */
export const audit = pgTable(
  "audit",
  {
    id: idColumn(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** Null for what was done at a terminal or by a setting. */
    userId: uuid("user_id"),
    email: text("email").notNull(),
    name: text("name").notNull(),
    act: text("act").notNull(),
    object: text("object").notNull(),
    objectId: text("object_id").notNull(),
    before: jsonb("before").$type<AuditEntry["before"]>(),
    after: jsonb("after").$type<AuditEntry["after"]>(),
    address: text("address"),
    userAgent: text("user_agent"),
    words: words("words").generatedAlwaysAs(
      sql`search_vector(email || ' ' || name || ' ' || act || ' ' || object || ' ' || object_id)`,
    ),
  },
  (table) => [index("audit_words").using("gin", table.words).with({ fastupdate: false })],
);

import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { idColumn, moment, words } from "#app/platform/db/columns.server.ts";
import type { AuditEntry } from "./contract.ts";

/** The words of the values before and after an action. Its index uses it. */
export const detailWords = ({ before, after }: Record<"before" | "after", AnyPgColumn>): SQL =>
  sql`search_vector(coalesce(${before}::text, '') || ' ' || coalesce(${after}::text, ''))`;

/**
 * What admins did, written in the same transaction. Triggers allow only inserts. No column refers to another table, so
 * deletions elsewhere cannot reach these rows.
 */
export const audit = pgTable(
  "audit",
  {
    id: idColumn(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** Null for actions from a terminal or a setting. */
    userId: uuid("user_id"),
    email: text("email").notNull(),
    name: text("name").notNull(),
    action: text("action").notNull(),
    object: text("object").notNull(),
    objectId: text("object_id").notNull(),
    before: jsonb("before").$type<AuditEntry["before"]>(),
    after: jsonb("after").$type<AuditEntry["after"]>(),
    /** The call that did the same to several objects. */
    callId: uuid("call_id"),
    address: text("address"),
    userAgent: text("user_agent"),
    words: words("words").generatedAlwaysAs(
      sql`search_vector(email || ' ' || name || ' ' || action || ' ' || object || ' ' || object_id)`,
    ),
  },
  (table) => [
    // Made while the shop is open, like "audit_details".
    index("audit_calls").on(table.callId, table.action, table.id).where(sql`${table.callId} is not null`),
    index("audit_words").using("gin", table.words).with({ fastupdate: false }),
    // Made while the shop is open, see db/migrations/README.md.
    index("audit_details").using("gin", detailWords(table)).with({ fastupdate: false }),
  ],
);

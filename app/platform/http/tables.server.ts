import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { moment } from "#app/platform/db/columns.server.ts";

/** Writes made under an `Idempotency-Key`, with their answers. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    owner: uuid("owner").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request, to tell a repeat from a different request under the same key. */
    fingerprint: text("fingerprint").notNull(),
    answer: jsonb("answer").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] })],
);

/** How often something was tried, and until when that counts. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    points: integer("points").notNull(),
    expire: timestamp("expire", { withTimezone: true }),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);

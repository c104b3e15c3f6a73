import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, idColumn, moment } from "#app/platform/db/columns.server.ts";

/** The files that were applied to the catalogue. Triggers allow only inserts, and no column refers to another table. */
export const catalogueImports = pgTable(
  "catalogue_imports",
  {
    id: idColumn(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    userId: uuid("user_id").notNull(),
    /** The admin's e-mail at the time. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    file: bytes("file").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    added: integer("added").notNull(),
    changed: integer("changed").notNull(),
  },
  (table) => [index("catalogue_imports_sha256").on(table.sha256, table.createdAt)],
);

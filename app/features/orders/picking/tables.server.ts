import { sql } from "drizzle-orm";
import { check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { printKinds } from "#app/features/orders/facts.ts";
import { idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";

/** A list of orders that was printed for the warehouse. No column refers to an order: nothing deletes one. */
export const printRuns = pgTable(
  "print_runs",
  {
    id: idColumn(),
    /** People read it as `PL-31`. */
    number: integer("number").notNull().unique().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: printKinds }).notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** Survives the person's deletion. */
    actorId: uuid("actor_id"),
    orderIds: uuid("order_ids").array().notNull(),
  },
  (table) => [
    check("print_runs_kind", isOneOf(table.kind, printKinds)),
    check("print_runs_some", sql`cardinality(${table.orderIds}) > 0`),
  ],
);

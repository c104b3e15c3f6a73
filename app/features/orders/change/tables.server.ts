import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ShipTo } from "#app/contract/ship-to.ts";
import type { Charge } from "#app/features/orders/charges/charge.rules.ts";
import { moment } from "#app/platform/db/columns.server.ts";

/** What a confirmation said: the orders that had not ended, with their pieces and prices, and what they share. */
export type Said = {
  address: string;
  /** What the address was composed of; older ones do not say. */
  shipTo?: ShipTo | null;
  poNumber: string | null;
  wantedOn: string | null;
  /** Older ones say nothing about them. */
  charges?: readonly Charge[];
  orders: { id: string; orderQuantity: number; unitPrice: string; isInReview: boolean }[];
};

/**
 * What orders and sheets were before they were changed: a row is written with each change, for the version that it
 * ended. Triggers allow only inserts.
 */
export const orderVersions = pgTable(
  "order_versions",
  {
    /** The order or the sheet. No foreign key, as with events. */
    ownerId: uuid("owner_id").notNull(),
    version: integer("version").notNull(),
    /** When the next version began, who made it, and what that changed, in a few words. */
    endedAt: moment("ended_at").notNull(),
    actorId: uuid("actor_id").notNull(),
    actorRole: text("actor_role", { enum: ["buyer", "admin"] }).notNull(),
    summary: text("summary").notNull(),
    said: jsonb("said").$type<Said>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.version] })],
);

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { ShipTo, ShipToDraft } from "#app/contract/ship-to.ts";
import { users } from "#app/features/identity/tables.server.ts";
import { idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";
import { approvalStates } from "./facts.ts";

/** A line as it was written, with what the buyer then saw. Moments are in ms since 1970. */
export type SavedLine = {
  trimId: string;
  orderQuantity: number;
  name: string;
  seenPrice: string | null;
  seenAt: number;
};

/**
 * Unsent order sheets, at most one for each person who writes and each for whom it is written: oneself, or, if staff
 * write it, a buyer. They are gone with either account, and once they are sent.
 */
export const orderDrafts = pgTable(
  "order_drafts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    forId: uuid("for_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Another one with each change, never used twice. */
    version: uuid("version").notNull(),
    lines: jsonb("lines").$type<SavedLine[]>().notNull(),
    poNumber: text("po_number"),
    wantedOn: date("wanted_on"),
    address: text("address"),
    shipTo: jsonb("ship_to").$type<ShipToDraft>(),
    phone: text("phone"),
    note: text("note"),
    company: text("company"),
    country: text("country"),
    changedAt: moment("changed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.forId] })],
);

/** A line that a member asked for, at the price they saw. */
export type AskedLine = { trimId: string; orderQuantity: number; name: string; unitPrice: string };

/** What members want to order and a manager has to approve. It holds no stock, and is gone with the asker's account. */
export const approvals = pgTable(
  "approvals",
  {
    id: idColumn(),
    companyId: uuid("company_id").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: text("state", { enum: approvalStates }).notNull().default("waiting"),
    /** Whether it becomes a sheet or a single order. */
    isSheet: boolean("is_sheet").notNull(),
    lines: jsonb("lines").$type<AskedLine[]>().notNull(),
    /** In dollars and cents, when it was asked. */
    total: numeric("total", { precision: 24, scale: 2 }).notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    poNumber: text("po_number"),
    wantedOn: date("wanted_on"),
    note: text("note"),
    country: text("country"),
    shipTo: jsonb("ship_to").$type<ShipTo>(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** When and by whom it left the state `waiting`; the person survives in it. */
    decidedAt: moment("decided_at"),
    decidedBy: uuid("decided_by"),
    reason: text("reason"),
    /** The number of what was sent. */
    sentAs: integer("sent_as"),
  },
  (table) => [
    index("approvals_company").on(table.companyId, table.state, table.id),
    index("approvals_user").on(table.userId, table.id),
    check("approvals_state", isOneOf(table.state, approvalStates)),
  ],
);

/** Sheets whose mails are still to be written: a row is written with the sheet, and deleted once they are queued. */
export const pendingSheetNotifications = pgTable("pending_sheet_notifications", {
  /** In the order in which they were sent. */
  seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  sheetId: uuid("sheet_id").notNull(),
  /** Whether the buyer's address was confirmed when the sheet was sent. */
  isVerified: boolean("is_verified").notNull(),
  /** Whether staff have been told: only the buyer, whose address was not confirmed then, still has to be. */
  isHeldBack: boolean("is_held_back").notNull().default(false),
});

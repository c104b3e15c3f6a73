import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { claimKinds, claimRemedies, claimStates } from "#app/features/orders/facts.ts";
import { bytes, idColumn, isOneOf, moment } from "#app/platform/db/columns.server.ts";

/** What buyers report about orders that were delivered, and what became of it. */
export const claims = pgTable(
  "claims",
  {
    id: idColumn(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    /** No foreign keys, as with events. */
    orderId: uuid("order_id").notNull(),
    /** Whose order it is, also after the account is gone, and who claimed. */
    buyerId: uuid("buyer_id").notNull(),
    authorId: uuid("author_id").notNull(),
    kind: text("kind", { enum: claimKinds }).notNull(),
    pieces: integer("pieces").notNull(),
    wants: text("wants", { enum: claimRemedies }).notNull(),
    words: text("words").notNull(),
    state: text("state", { enum: claimStates }).notNull().default("open"),
    gets: text("gets", { enum: claimRemedies }),
    reason: text("reason"),
    creditNote: text("credit_note"),
    replacementId: uuid("replacement_id"),
    settledAt: moment("settled_at"),
    settledBy: uuid("settled_by"),
  },
  (table) => [
    index("claims_order").on(table.orderId, table.id),
    index("claims_buyer").on(table.buyerId, table.id),
    index("claims_state").on(table.state, table.id),
    check("claims_pieces", sql`${table.pieces} > 0`),
    check("claims_kind", isOneOf(table.kind, claimKinds)),
    check("claims_wants", isOneOf(table.wants, claimRemedies)),
    check("claims_state", isOneOf(table.state, claimStates)),
    check("claims_gets", sql`(${table.state} = 'accepted') = (${table.gets} is not null)`),
    check("claims_settled", sql`(${table.state} = 'open') = (${table.settledAt} is null)`),
  ],
);

/** The pictures of claims, small enough to send and without what a camera notes on place and time. */
export const claimPictures = pgTable(
  "claim_pictures",
  {
    id: idColumn(),
    claimId: uuid("claim_id")
      .notNull()
      .references(() => claims.id),
    bytes: bytes("bytes").notNull(),
  },
  (table) => [index("claim_pictures_claim").on(table.claimId, table.id)],
);

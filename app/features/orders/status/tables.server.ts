import { sql } from "drizzle-orm";
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { OrderChange } from "#app/features/orders/change/change.rules.ts";
import { eventKinds, readers, type State, tracks } from "#app/features/orders/facts.ts";
import { moveColumns } from "#app/features/orders/tables.server.ts";
import { cents, isOneOf, moment, newId, when } from "#app/platform/db/columns.server.ts";

/** The transaction that wrote a row; PostgreSQL knows which of them are still running. */
const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });

/** What replaces the words of a note that was erased. A trigger of `order_events` expects exactly this. */
export const ERASED = "Erased";

/**
 * What happened to orders, written in the same transaction. Triggers allow only inserts, and to erase a note's words.
 */
export const orderEvents = pgTable(
  "order_events",
  {
    /** Grows with each event of an order, because the order is locked while events are written. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().$defaultFn(newId),
    createdAt: moment("created_at").notNull().default(sql`clock_timestamp()`),
    transaction: transactionId("transaction").notNull().default(sql`pg_current_xact_id()`),
    /** No foreign key, like the rows of the audit log: nothing that happens to an order can affect its events. */
    orderId: uuid("order_id").notNull(),
    kind: text("kind", { enum: eventKinds }).notNull(),
    /** Null unless something moved. */
    track: text("track", { enum: tracks }),
    from: text("from_state"),
    to: text("to_state"),
    /** Survives the person's deletion. */
    actorId: uuid("actor_id"),
    actorRole: text("actor_role", { enum: ["buyer", "admin"] }).notNull(),
    note: text("note"),
    noteFor: text("note_for", { enum: readers }),
    ...moveColumns(),
    /** Of a change. */
    change: jsonb("change").$type<OrderChange>(),
    /** The delivery that a move on shipping belongs to, and its pieces. Deliveries that are taken back are deleted. */
    deliveryId: uuid("delivery_id"),
    pieces: integer("pieces"),
    /** Whether the buyer got a mail about it. */
    isMailed: boolean("is_mailed").notNull().default(false),
    /** The call it belongs to, if that moved several orders. */
    callId: uuid("call_id"),
  },
  (table) => [
    index("order_events_order").on(table.orderId, table.seq),
    index("order_events_transaction").on(table.transaction),
    index("order_events_call").on(table.callId).where(sql`${table.callId} is not null`),
    index("order_events_reasons").on(table.seq).where(sql`${table.to} = 'declined' and ${table.note} is not null`),
    check("order_events_kind", isOneOf(table.kind, eventKinds)),
    check("order_events_track", isOneOf(table.track, tracks)),
    check("order_events_whole", sql`num_nulls(${table.track}, ${table.from}, ${table.to}) in (0, 3)`),
    check("order_events_note", sql`num_nulls(${table.note}, ${table.noteFor}) in (0, 2)`),
    check("order_events_reader", isOneOf(table.noteFor, readers)),
    check("order_events_role", isOneOf(table.actorRole, ["buyer", "admin"])),
  ],
);

/** What a mail about a move says, apart from the order. */
export type ReportedMove = {
  kind: "move" | "back";
  from: State;
  to: State;
  /** Why an order is declined. */
  reason?: string | undefined;
  dueOn?: string | undefined;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
  /** How much of each order shipped, in words, by its id; without it, all of it. */
  parts?: Readonly<Record<string, string>> | undefined;
  /** What was credited of the invoices of orders that end with fewer pieces. */
  creditNotes?: readonly { id: string; number: string; amount: string }[] | undefined;
  /** Nothing shipped: an order was closed with what had left before. */
  closedShort?: boolean | undefined;
};

/**
 * The moves of calls that move several orders whose mails are still to be written: a row is written with the move, and
 * deleted with its mail's queueing. They are due when the call is over, or after a while, should its process be killed.
 */
export const pendingMoveMails = pgTable("pending_move_mails", {
  /** In the order in which they were moved. */
  seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  callId: uuid("call_id").notNull(),
  orderId: uuid("order_id").notNull(),
  move: jsonb("move").$type<ReportedMove>().notNull(),
  /** The number of the invoice that it is on. */
  invoice: text("invoice"),
  /** What that invoice comes to. */
  invoiceAmount: cents("invoice_amount"),
  dueAt: when("due_at").notNull(),
});

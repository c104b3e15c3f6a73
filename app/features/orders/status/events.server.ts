import { and, asc, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { companyMembers } from "#app/features/companies/tables.server.ts";
import { users } from "#app/features/identity/tables.server.ts";
import type { OrderEvent } from "#app/features/orders/contract.ts";
import { FORMER_MEMBER, type State, type Track } from "#app/features/orders/facts.ts";
import type { OrderUpdate } from "#app/features/orders/live.contract.ts";
import type { LatestMove } from "#app/features/orders/rules.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { ERASED, orderEvents } from "./tables.server.ts";

export type NewEvent = Omit<typeof orderEvents.$inferInsert, "actorId" | "actorRole"> & { who: Person };

/** Writes what happened, in the transaction in which it happens. Returns the event's id. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<string> {
  const [inserted] = await insertEvents(tx, [event]);
  if (!inserted) throw new Error("the event was not inserted");
  return inserted;
}

/** Like `insertEvent`, for several orders: with at least one event, in their order. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<string[]> {
  const rows = events.map(({ who, ...event }) => {
    return { ...event, actorId: who.id, actorRole: who.isAdmin ? ("admin" as const) : ("buyer" as const) };
  });
  const inserted = await tx.insert(orderEvents).values(rows).returning({ id: orderEvents.id });
  return inserted.map(({ id }) => id);
}

/**
 * The latest move of an order, as `who` sees it, and whether its buyer got a mail about it; `nowMs` is the time by the
 * clock that dated it.
 */
export async function findLatestMove(
  db: Db | Tx,
  orderId: string,
  who: { id: string },
): Promise<(LatestMove & { isMailed: boolean; deliveryId: string | null; nowMs: number }) | undefined> {
  const [found] = await db
    .select({
      kind: orderEvents.kind,
      track: orderEvents.track,
      from: orderEvents.from,
      to: orderEvents.to,
      at: orderEvents.createdAt,
      actorId: orderEvents.actorId,
      isMailed: orderEvents.isMailed,
      deliveryId: orderEvents.deliveryId,
      nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float`,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), isNotNull(orderEvents.track)))
    .orderBy(desc(orderEvents.seq))
    .limit(1);
  if (!found?.track) return undefined;
  const { track, from, to, at, actorId, isMailed, deliveryId, nowMs } = found;
  const kind = found.kind === "back" ? "back" : "move";
  // A check of the table keeps them to the states of the track.
  const move = { kind, track, from: from as State, to: to as State } as const;
  return { ...move, atMs: Date.parse(at), isMine: actorId === who.id, isMailed, deliveryId, nowMs };
}

/** Who made the latest move of an order, on one track or any; undefined if it has not moved. Only admins are told. */
export async function findLastMover(db: Db | Tx, orderId: string, track: Track | undefined) {
  const [found] = await db
    .select({ to: orderEvents.to, at: orderEvents.createdAt, role: orderEvents.actorRole, name: users.name })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), track ? eq(orderEvents.track, track) : isNotNull(orderEvents.track)))
    .orderBy(desc(orderEvents.seq))
    .limit(1);
  if (!found) return undefined;
  // A check of the table keeps it to the states of the track.
  return { name: found.name ?? `A former ${found.role}`, to: found.to as State, at: new Date(found.at) };
}

/** Messages stand in the conversation. */
const isInHistory = ne(orderEvents.kind, "message");

/** What a buyer is told: everything except notes for admins. */
function tellable(who: { isAdmin: boolean }): SQL | undefined {
  if (who.isAdmin) return undefined;
  return or(ne(orderEvents.kind, "note"), eq(orderEvents.noteFor, "buyer"));
}

/** The contract's event, as far as `who` may know, before its actor is named. */
function shapeFor(who: Person) {
  const isForBuyer = sql`${orderEvents.noteFor} = 'buyer'`;
  const shown = who.isAdmin ? sql`true` : isForBuyer;
  return {
    _id: orderEvents.id,
    at: orderEvents.createdAt,
    kind: orderEvents.kind,
    track: orderEvents.track,
    from: orderEvents.from,
    to: orderEvents.to,
    actorId: orderEvents.actorId,
    role: orderEvents.actorRole,
    name: users.name,
    note: sql<string | null>`case when ${shown} then ${orderEvents.note} end`,
    noteFor: sql<"buyer" | "internal" | null>`case when ${shown} then ${orderEvents.noteFor} end`,
    carrier: orderEvents.carrier,
    trackingNumber: orderEvents.trackingNumber,
    trackingUrl: orderEvents.trackingUrl,
    dueOn: orderEvents.dueOn,
    change: orderEvents.change,
    callId: orderEvents.callId,
    pieces: orderEvents.pieces,
  };
}

type Shaped = Omit<OrderEvent, "from" | "to" | "by"> &
  Record<"from" | "to" | "actorId" | "name" | "callId", string | null> & { role: "buyer" | "admin" };

const nameActor =
  (reader: Person) =>
  <Row extends Shaped>({ actorId, role, name, callId: _, ...event }: Row) => ({
    ...event,
    from: event.from as State | null,
    to: event.to as State | null,
    by: { role, name: nameOf(role, name, reader), isMe: actorId === reader.id },
  });

/** What happened to an order, newest last, as far as `who` may know. */
export async function listEvents(db: Db | Tx, orderId: string, who: Person): Promise<OrderEvent[]> {
  const rows = await db
    .select(shapeFor(who))
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), isInHistory, tellable(who)))
    .orderBy(asc(orderEvents.seq));
  return rows.map(nameActor(who));
}

/** What happened to any order of a sheet, newest last, as far as `who` may know, each with the order's number and the call it belongs to. */
export async function listSheetEvents(db: Db | Tx, sheetId: string, who: Person) {
  const rows = await db
    .select({ ...shapeFor(who), orderNumber: orders.number })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orders.sheetId, sheetId), isInHistory, tellable(who)))
    .orderBy(asc(orderEvents.seq));
  const name = nameActor(who);
  return rows.map((row) => ({ ...name(row), callId: row.callId }));
}

/** The last five different reasons that orders were declined for, the latest first, without those that were erased. */
export async function listDeclineReasons(db: Db | Tx): Promise<string[]> {
  const { rows } = await db.execute<{ note: string }>(sql`
    select note from (
      select seq, note from ${orderEvents} where to_state = 'declined' and note is not null and note <> ${ERASED}
      order by seq desc limit 200
    ) as lately
    group by note order by max(seq) desc limit 5`);
  return rows.map(({ note }) => note);
}

/** What buyers are told of these orders, oldest first. */
export function listEventsOf(db: Db | Tx, orderIds: readonly string[]) {
  return db
    .select({
      orderId: orderEvents.orderId,
      at: orderEvents.createdAt,
      kind: orderEvents.kind,
      track: orderEvents.track,
      from: orderEvents.from,
      to: orderEvents.to,
      note: sql<string | null>`case when ${orderEvents.noteFor} = 'buyer' then ${orderEvents.note} end`,
      carrier: orderEvents.carrier,
      trackingNumber: orderEvents.trackingNumber,
      trackingUrl: orderEvents.trackingUrl,
      dueOn: orderEvents.dueOn,
      change: orderEvents.change,
    })
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, [...orderIds]), isInHistory, tellable({ isAdmin: false })))
    .orderBy(asc(orderEvents.seq));
}

function nameOf(role: "buyer" | "admin", name: string | null, reader: Person): string | null {
  if (role === "admin" && !reader.isAdmin) return null;
  // Whoever reads of a buyer without an account is a colleague, or staff.
  return name ?? (role === "buyer" && !reader.isAdmin ? FORMER_MEMBER : `a former ${role}`);
}

/**
 * An event as the stream tells it, with its buyer or, if it is a company's order, its present members, and whether it is a
 * note that no buyer hears of.
 */
type StreamedEvent = Omit<OrderUpdate, "isMine"> & {
  userId: string | null;
  members: string[] | null;
  isInternal: boolean;
};

/** Events, the snapshot that sees them, and the place to resume at: no transaction before it is still running. */
export type NewEvents = { events: StreamedEvent[]; snapshot: string; resumeAt: string };

/**
 * Reads the events that the snapshot `unseenBy` did not see, or those from the transaction `from` on, at most `most` of
 * them; without either, none. It is one statement, so events and snapshot belong to the same moment. Events of
 * transactions that this cluster has yet to begin come from another cluster, whose dump was restored here.
 */
export async function readEvents(
  db: Db | Tx,
  { unseenBy, from, most }: { unseenBy?: string | undefined; from?: string; most?: number },
): Promise<NewEvents> {
  const since = unseenBy
    ? sql`event.transaction >= pg_snapshot_xmin(${unseenBy}::pg_snapshot)
        and not pg_visible_in_snapshot(event.transaction, ${unseenBy}::pg_snapshot)`
    : from
      ? sql`event.transaction >= ${from}::xid8`
      : sql`false`;
  const { rows } = await db.execute<NewEvents>(sql`
    select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as "resumeAt",
      (select coalesce(jsonb_agg(to_jsonb(news) - 'seq' order by seq), '[]') from (
        select event.seq, event.id as "eventId", event.order_id as "orderId", placed.number, event.kind, event.track,
          event.from_state as "from", event.to_state as "to", placed.review, placed.shipping, placed.payment,
          placed.user_id as "userId", case when placed.company_id is not null then array(
            select user_id from ${companyMembers} where company_id = placed.company_id) end as members, coalesce(event.kind = 'note' and event.note_for = 'internal', false) as "isInternal"
        from ${orderEvents} as event join ${orders} as placed on placed.id = event.order_id
        where ${since} and event.transaction < pg_snapshot_xmax(pg_current_snapshot())
        order by event.transaction, event.seq limit ${most ?? null}
      ) as news) as events`);
  const [news] = rows;
  if (!news) throw new Error("a summary without a row");
  return news;
}

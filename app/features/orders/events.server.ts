import { and, asc, desc, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { users } from "#app/features/identity/tables.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import type { OrderEvent } from "./contract.ts";
import type { State } from "./facts.ts";
import type { LatestMove } from "./rules.ts";
import { orderEvents } from "./tables.server.ts";

type NewEvent = Omit<typeof orderEvents.$inferInsert, "actorId" | "actorRole"> & { who: Person };

/** Writes what happened, in the transaction in which it happens. Returns the event's id. */
export async function insertEvent(tx: Tx, { who, ...event }: NewEvent): Promise<string> {
  const [inserted] = await tx
    .insert(orderEvents)
    .values({ ...event, actorId: who.id, actorRole: who.isAdmin ? "admin" : "buyer" })
    .returning({ id: orderEvents.id });
  if (!inserted) throw new Error("the event was not inserted");
  return inserted.id;
}

/** The latest move of an order, as `who` sees it, and whether its buyer got a mail about it. */
export async function findLatestMove(
  db: Db | Tx,
  orderId: string,
  who: { id: string },
): Promise<(LatestMove & { isMailed: boolean }) | undefined> {
  const [found] = await db
    .select({
      kind: orderEvents.kind,
      track: orderEvents.track,
      from: orderEvents.from,
      to: orderEvents.to,
      at: orderEvents.createdAt,
      actorId: orderEvents.actorId,
      isMailed: orderEvents.isMailed,
    })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), isNotNull(orderEvents.track)))
    .orderBy(desc(orderEvents.seq))
    .limit(1);
  if (!found?.track) return undefined;
  const { track, from, to, at, actorId, isMailed } = found;
  const kind = found.kind === "back" ? "back" : "move";
  // A check of the table keeps them to the states of the track.
  const move = { kind, track, from: from as State, to: to as State } as const;
  return { ...move, atMs: Date.parse(at), isMine: actorId === who.id, isMailed };
}

/** What a buyer is told of: everything but the notes of the house. */
function tellable(who: { isAdmin: boolean }): SQL | undefined {
  if (who.isAdmin) return undefined;
  return or(ne(orderEvents.kind, "note"), eq(orderEvents.noteFor, "buyer"));
}

/** What happened to an order, newest last, as far as `who` may know. */
export async function listEvents(db: Db | Tx, orderId: string, who: Person): Promise<OrderEvent[]> {
  const isForBuyer = sql`${orderEvents.noteFor} = 'buyer'`;
  const shown = who.isAdmin ? sql`true` : isForBuyer;
  const rows = await db
    .select({
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
      noteFor: sql<"buyer" | "house" | null>`case when ${shown} then ${orderEvents.noteFor} end`,
      carrier: orderEvents.carrier,
      trackingNumber: orderEvents.trackingNumber,
      trackingUrl: orderEvents.trackingUrl,
      dueOn: orderEvents.dueOn,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(and(eq(orderEvents.orderId, orderId), tellable(who)))
    .orderBy(asc(orderEvents.seq));
  return rows.map(({ actorId, role, name, ...event }) => ({
    ...event,
    from: event.from as State | null,
    to: event.to as State | null,
    by: { role, name: nameOf(role, name, who), isMe: actorId === who.id },
  }));
}

function nameOf(role: "buyer" | "admin", name: string | null, reader: Person): string | null {
  if (role === "admin" && !reader.isAdmin) return null;
  return name ?? `a former ${role}`;
}

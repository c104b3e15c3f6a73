import { and, eq, gt } from "drizzle-orm";
import { listActionsOf } from "#app/features/audit/queries.server.ts";
import { findMembership } from "#app/features/companies/queries.server.ts";
import { findWays, listOpenSessions } from "#app/features/identity/own-sessions.server.ts";
import { findPerson } from "#app/features/identity/queries.server.ts";
import { findFactors } from "#app/features/mfa/queries.server.ts";
import { listCreditNotesOf, listPaymentsOf, listRemindersOf } from "#app/features/money/queries.server.ts";
import { listChargesOf } from "#app/features/orders/charges/queries.server.ts";
import { listClaimsOf } from "#app/features/orders/claims/queries.server.ts";
import { order } from "#app/features/orders/contract.ts";
import { ordersQuery } from "#app/features/orders/find/query.server.ts";
import { listMessagesOf } from "#app/features/orders/messages/messages.server.ts";
import { listEventsOf } from "#app/features/orders/status/events.server.ts";
import { orders } from "#app/features/orders/tables.server.ts";
import { listViews } from "#app/features/orders/views/queries.server.ts";
import { findProfile } from "#app/features/profiles/queries.server.ts";
import { reviews } from "#app/features/reviews/tables.server.ts";
import { listOwnApprovals } from "#app/features/sheets/approvals/queries.server.ts";
import { findDraft } from "#app/features/sheets/draft/draft.server.ts";
import { listSheets } from "#app/features/sheets/queries.server.ts";
import { trims, watches } from "#app/features/trims/tables.server.ts";
import type { Db } from "#app/platform/db/client.server.ts";

const ROWS_AT_A_TIME = 500;

/**
 * Everything the shop keeps about a person, as one JSON object, read no faster than the client fetches: at most one
 * page of orders in memory. It leaves out notes for admins and what the person's own actions were about, which are not
 * theirs, and secrets (hashes, tokens), which would mean nothing to them.
 */
export function streamData(db: Db, userId: string): ReadableStream<Uint8Array> {
  const parts = writeData(db, userId);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

async function* writeData(db: Db, userId: string): AsyncGenerator<string, void> {
  const { password, providers } = await findWays(db, userId);
  const sessions = await listOpenSessions(db, userId);
  const { draft } = await findDraft(db, { userId, forId: userId });
  const person = await findPerson(db, userId);
  yield `{\n"writtenAt": ${toJson(new Date())}`;
  yield part("account", person);
  yield part("logins", { passwordSetAt: password?.setAt ?? null, providers });
  yield part("secondFactor", await findFactors(db, userId));
  yield part("sessions", sessions);
  yield part("profile", await findProfile(db, userId));
  yield part("company", await findOwnMembership(db, userId));
  yield part("draft", draft);
  yield part("reviews", await listOwnReviews(db, userId));
  yield part("watchedTrims", await listWatched(db, userId));
  yield* rows("orderSheets", async (after?: { _id: string }) => {
    const page = await listSheets(db, { userId }, { limit: ROWS_AT_A_TIME, ...(after && { after: after._id }) });
    return page.rows;
  });
  yield* rows("approvals", (after?: { _id: string }) => listOwnApprovals(db, userId, ROWS_AT_A_TIME, after?._id));
  yield* rows("orders", (after?: { number: number }) => listOrdersAfter(db, userId, after?.number ?? 0));
  yield* rows("charges", (after?: { _id: string }) => listChargesOf(db, userId, ROWS_AT_A_TIME, after?._id));
  yield* rows("payments", (after?: { seq: number }) => listPaymentsOf(db, userId, ROWS_AT_A_TIME, after?.seq));
  yield* rows("creditNotes", (after?: { _id: string }) => listCreditNotesOf(db, userId, ROWS_AT_A_TIME, after?._id));
  yield part("reminders", await listRemindersOf(db, userId));
  yield* rows("claims", (after?: { _id: string }) => listClaimsOf(db, userId, ROWS_AT_A_TIME, after?._id));
  yield part("messages", await listMessagesOf(db, userId));
  yield part("orderViews", await listViews(db, userId));
  const { email = "" } = person ?? {};
  yield* rows("actions", (after?: { _id: string }) => {
    return listActionsOf(db, { id: userId, email }, ROWS_AT_A_TIME, after?._id);
  });
  yield "\n}\n";
}

/** What the shop keeps about a person's place in their company; null without one. */
async function findOwnMembership(db: Db, userId: string) {
  const found = await findMembership(db, userId);
  return found && { name: found.company, role: found.role, orderLimit: found.orderLimit };
}

/** The rows of a list, page after page: `read` returns those after a row, and none at the end. */
async function* rows<Row>(name: string, read: (after?: Row) => Promise<Row[]>): AsyncGenerator<string> {
  yield `,\n${toJson(name)}: [`;
  let last: Row | undefined;
  for (;;) {
    const page = await read(last);
    for (const row of page) {
      yield `${last === undefined ? "" : ","}\n${toJson(row)}`;
      last = row;
    }
    if (page.length < ROWS_AT_A_TIME) break;
  }
  yield "\n]";
}

async function listOrdersAfter(db: Db, userId: string, number: number) {
  const found = await ordersQuery(db)
    .where(and(eq(orders.userId, userId), gt(orders.number, number)))
    .orderBy(orders.number)
    .limit(ROWS_AT_A_TIME);
  const events = Map.groupBy(
    await listEventsOf(
      db,
      found.map(({ _id }) => _id),
    ),
    ({ orderId }) => orderId,
  );
  return found.map((row) => ({
    ...order.parse(row),
    events: events.get(row._id)?.map(({ orderId: _, ...event }) => event),
  }));
}

function listOwnReviews(db: Db, userId: string) {
  return db
    .select({
      at: reviews.createdAt,
      ratings: reviews.ratings,
      review: reviews.review,
      img: reviews.img,
      hiddenAt: reviews.hiddenAt,
      hiddenReason: reviews.hiddenReason,
      hiddenNote: reviews.hiddenNote,
      answer: reviews.answer,
    })
    .from(reviews)
    .where(eq(reviews.userId, userId))
    .orderBy(reviews.id);
}

function listWatched(db: Db, userId: string) {
  return db
    .select({ since: watches.createdAt, trim: trims.name })
    .from(watches)
    .innerJoin(trims, eq(trims.id, watches.trimId))
    .where(eq(watches.userId, userId))
    .orderBy(watches.id);
}

function part(name: string, value: unknown): string {
  return `,\n${toJson(name)}: ${toJson(value ?? null)}`;
}

const toJson = (value: unknown) => JSON.stringify(value, null, 1);

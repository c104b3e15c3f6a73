import { dayAt } from "#app/contract/calendar.ts";
import { flatFields } from "#app/contract/flat-fields.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import { notAllowed, notFound } from "#app/contract/problem.ts";
import { recordExport } from "#app/features/audit/queries.server.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import { findMembership } from "#app/features/companies/queries.server.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import { changeOrder } from "#app/features/orders/change/change.server.ts";
import { changeOrder as changeOrderEndpoint } from "#app/features/orders/change.contract.ts";
import { chargesApi } from "#app/features/orders/charges/api.server.ts";
import { readCharges } from "#app/features/orders/charges/charges.server.ts";
import { claimsApi } from "#app/features/orders/claims/api.server.ts";
import { deliveriesApi } from "#app/features/orders/deliveries/api.server.ts";
import { listDeliveries } from "#app/features/orders/deliveries/queries.server.ts";
import { findDeposit } from "#app/features/orders/deposit/deposit.server.ts";
import { failedMailsApi } from "#app/features/orders/failed-mails/api.server.ts";
import { countByStatus, countOwnByStatus } from "#app/features/orders/find/counts.server.ts";
import { streamOrders } from "#app/features/orders/find/csv.server.ts";
import type { Filter } from "#app/features/orders/find/filter.server.ts";
import { listOrders, type Row, readPages } from "#app/features/orders/find/list.server.ts";
import { nameTyped } from "#app/features/orders/find/named.server.ts";
import { readCursor, toCursor } from "#app/features/orders/find/sort.server.ts";
import { describeFilter } from "#app/features/orders/labels.ts";
import type { OrderEventStream } from "#app/features/orders/live/event-stream.server.ts";
import { messagesApi } from "#app/features/orders/messages/api.server.ts";
import { writeMessage } from "#app/features/orders/messages/messages.server.ts";
import { pickingApi } from "#app/features/orders/picking/api.server.ts";
import { createDoor } from "#app/features/orders/placing/door.server.ts";
import { listMovements } from "#app/features/orders/placing/ledger.server.ts";
import type { Billing } from "#app/features/orders/status/billing.server.ts";
import { moveMany } from "#app/features/orders/status/bulk-moves.server.ts";
import { cancelOrder } from "#app/features/orders/status/cancelling.server.ts";
import { findLatestMove, listDeclineReasons, listEvents } from "#app/features/orders/status/events.server.ts";
import { moveOrder, writeNote } from "#app/features/orders/status/moves.server.ts";
import { viewsApi } from "#app/features/orders/views/api.server.ts";
import { oneTrim, TRIMS } from "#app/features/trims/page-subjects.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { countsOfAction } from "#app/platform/http/limits.server.ts";
import { answerList, sayIfMore } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { mayActOn, mayRead, showColleagues } from "./access.server.ts";
import { orderActions } from "./audit-actions.server.ts";
import * as changes from "./changes.contract.ts";
import type { OrderEvent } from "./contract.ts";
import * as contract from "./contract.ts";
import type { OrderStatus } from "./facts.ts";
import type { OrderLimits } from "./limits.server.ts";
import type { OrderSort } from "./lists.contract.ts";
import * as lists from "./lists.contract.ts";
import { streamEvents } from "./live.contract.ts";
import * as queries from "./queries.server.ts";
import { findStatuses, findStepBack, isSettledShort } from "./rules.ts";

export type OrderSettings = {
  emailContext: EmailContext;
  /** Whether only a confirmed address may place orders. */
  requireVerifiedEmail: boolean;
  limits: OrderLimits;
  orderEvents: OrderEventStream;
  /** The shop's time zone, in which its days begin and end. */
  timeZone: string;
  billing: Billing;
};

type FilterQuery = Omit<typeof lists.downloadAllOrders.query._output, "sort">;

/** What the contracts declare, served. */
export function ordersApi({
  emailContext,
  requireVerifiedEmail,
  limits,
  orderEvents,
  timeZone,
  billing,
}: OrderSettings): Served[] {
  const context = { emailContext, timeZone, billing };
  const door = createDoor();
  const readFilter = ({ q, number, state, due, waitingFor, sheet, line, company, ...days }: FilterQuery): Filter => ({
    ...{ q, numbers: number, waitingFor, sheet, line, company },
    statuses: state && findStatuses(state),
    dueBefore: due && dayAt(new Date(), timeZone),
    placed: { from: days.from, to: days.to, timeZone },
    shipped: { from: days.shippedFrom, to: days.shippedTo, timeZone },
    wanted: { from: days.wantedFrom, to: days.wantedTo },
    due: { from: days.dueFrom, to: days.dueTo },
  });
  return [
    serve(lists.listMyOrders, async (call) => {
      const { who, query } = call;
      if (query.email !== who.email) refuse(notAllowed, "These are not your orders.");
      return answerOrders(call, { mine: who.id, ...readFilter(query) });
    }),

    serve(lists.listCompanyOrders, async (call) => {
      const { companyId } = await findCompany(call);
      const found = await answerOrders(call, { companyId, ...readFilter(call.query) });
      return Array.isArray(found) ? found.map(showColleagues) : showEach(found);
    }),

    serve(changes.placeOrder, async ({ db, who, network, headers, body, changed }) => {
      if (body.email !== who.email) refuse(notAllowed, "Orders can only be placed under your own e-mail address.");
      if (requireVerifiedEmail) refuseUnverified(who);
      // Answer a repeated request in full: the first answer may never have arrived.
      changed(TRIMS, ...(body.trimId ? [oneTrim(body.trimId)] : []));
      const key = headers["idempotency-key"];
      const counts = countsOfAction<"order">(limits, "order", who, network);
      const { insertedId, trimId } = await door.place(db, { by: who, buyer: who, input: body, key, counts });
      if (trimId) changed(TRIMS, oneTrim(trimId));
      orderEvents.publish();
      return { acknowledged: true as const, insertedId };
    }),

    serve(contract.findOrder, async ({ db, who, params }) => {
      const found = await queries.findOrder(db, params.id);
      if (!found || !(await mayRead(db, who, found))) refuse(notFound, "This order does not exist.");
      const { userId, ...order } = who.isAdmin ? found : showColleagues(found);
      const own = { isMine: userId === who.id, mayAct: await mayActOn(db, who, found) };
      return {
        ...order,
        ...own,
        buyerId: who.isAdmin ? userId : null,
        ...(await loadHistory(db, order, who, billing)),
      };
    }),

    serve(changes.moveOrder, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.moveOrder, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { trimId } = await moveOrder(tx, { who, from, ...context }, params.id, body);
        if (trimId) changed(TRIMS, oneTrim(trimId));
        return { acknowledged: true as const, modifiedCount: 1 as const };
      });
      orderEvents.publish();
      return answer;
    }),

    serve(changes.moveOrders, async ({ db, who, from, headers, body, changed }) => {
      const moved = await moveMany(db, { who, from, ...context }, headers["idempotency-key"], body);
      changed(...moved.subjects);
      orderEvents.publish();
      return moved.answers;
    }),

    serve(changes.noteOrder, async ({ db, who, from, params, headers, body }) => {
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.noteOrder, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => ({
        acknowledged: true as const,
        insertedId:
          body.noteFor === "buyer"
            ? await writeMessage(tx, { who, from, ...context }, "order", params.id, body.note)
            : await writeNote(tx, { who, from, ...context }, params.id, body),
      }));
      orderEvents.publish();
      return answer;
    }),

    serve(changes.deleteOrder, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.deleteOrder, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const done = await cancelOrder(tx, { who, from, ...context }, params.id, body.reason);
        if (done === "another's") refuse(notAllowed, "This is another buyer's order.");
        if (done === "looked at") refuse(notAllowed, ONLY_LOOKS);
        if (done?.trimId) changed(TRIMS, oneTrim(done.trimId));
        return { acknowledged: true as const, deletedCount: done ? 1 : 0 };
      });
      if (answer.deletedCount > 0) orderEvents.publish();
      return answer;
    }),

    serve(changeOrderEndpoint, async ({ db, who, from, params, headers, body, changed }) => {
      changed();
      const content = { ...params, ...body };
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changeOrderEndpoint, content };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { trimId, ...done } = await changeOrder(tx, { who, from, ...context }, params.id, body);
        if (trimId) changed(TRIMS, oneTrim(trimId));
        return { acknowledged: true as const, ...done };
      });
      if (answer.modifiedCount > 0) orderEvents.publish();
      return answer;
    }),

    ...messagesApi({ emailContext, limits, publish: () => orderEvents.publish() }),
    ...claimsApi({ ...context, limits, publish: () => orderEvents.publish() }),

    serve(lists.listAllOrders, (call) => answerOrders(call, readFilter(call.query))),

    serve(lists.countByState, async ({ db, who, query }) => {
      if (query.email === undefined && !who.isAdmin) refuse(notAllowed, "Only admins may count all orders.");
      if (query.email !== undefined && query.email !== who.email) refuse(notAllowed, "These are not your orders.");
      if (query.email === undefined) return countByStatus(db);
      return countOwnByStatus(db, { mine: who.id });
    }),

    serve(lists.countCompanyByState, async (call) => {
      const { companyId } = await findCompany(call);
      return countOwnByStatus(call.db, { companyId });
    }),

    serve(contract.listDeclineReasons, ({ db }) => listDeclineReasons(db)),

    serve(lists.downloadAllOrders, async (call) => {
      const { db, query, setHeader } = call;
      const { sort = "newest", separator, ...asked } = query;
      const about = {
        object: "orders",
        objectId: "orders",
        before: null,
        after: Object.fromEntries(flatFields({ ...asked, state: asked.state && describeFilter(asked.state) })),
      };
      await recordExport(call, { action: orderActions.export, ...about });
      setHeader("Content-Disposition", 'attachment; filename="orders.csv"');
      return streamOrders(db, await nameTyped(db, readFilter(asked)), { sort, separator, timeZone });
    }),

    serve(streamEvents, async ({ who, headers, request, setHeader }) => {
      // Proxies that buffer answers would hold back the updates.
      setHeader("X-Accel-Buffering", "no");
      // The body of an answer to HEAD is dropped unread, so nobody would end the stream.
      if (request.method === "HEAD") return new Blob().stream();
      const token = request.headers.get("authorization")?.replace(/^Bearer +/i, "") ?? "";
      return orderEvents.open(who, token, headers["last-event-id"]);
    }),

    serve(contract.findStock, async ({ db, params }) => {
      const [stock, movements] = await Promise.all([queries.findStock(db, params.id), listMovements(db, params.id)]);
      return stock ? { ...stock, movements } : refuse(notFound, "This trim does not exist.");
    }),

    ...viewsApi(),
    ...failedMailsApi(),
    ...chargesApi({ emailContext, timeZone, billing, publish: () => orderEvents.publish() }),
    ...pickingApi(),
    ...deliveriesApi({ emailContext, timeZone, billing, publish: () => orderEvents.publish() }),
  ];
}

/** The caller's company and their role in it. @throws Refusal not-found for whoever belongs to none. */
async function findCompany({ db, who }: { db: Db; who: Person }) {
  return (await findMembership(db, who.id)) ?? refuse(notFound, "You belong to no company.");
}

async function* showEach(pages: AsyncIterable<Row[]>) {
  for await (const rows of pages) yield rows.map(showColleagues);
}

type ListCall = {
  db: Db;
  query: { sort?: OrderSort | undefined; limit?: number | undefined; after?: string | undefined };
  request: Request;
  setHeader(name: string, value: string): void;
};

async function answerOrders(call: ListCall, asked: Filter) {
  const { db, query } = call;
  const filter = await nameTyped(db, asked);
  const { sort = "newest", limit = MAX_ROWS } = query;
  const after = readCursor(sort, query.after);
  const { rows, total, isCapped } = await listOrders(db, filter, { sort, rows: limit + 1, after });
  sayIfMore(call, isCapped);
  const page = { rows, total, limit: query.limit, toCursor: (row: Row) => toCursor(sort, row) };
  return answerList(call, page, readPages(db, filter, sort));
}

/**
 * What happened to an order, and what the caller may undo. Orders older than the table of events get an event for being
 * placed.
 */
async function loadHistory(db: Db, order: Story, who: Person, billing: Billing) {
  const [events, deliveries, found, charges, deposit, latest] = await Promise.all([
    listEvents(db, order._id, who),
    listDeliveries(db, { order: order._id }),
    billing.listBilled(db, [order._id]),
    readCharges(db, { billing, isStaff: who.isAdmin }, order._id),
    order.depositPercent > 0 ? findDeposit(db, billing, { orderId: order._id, sheetId: order.sheetId }) : null,
    who.isAdmin ? findLatestMove(db, order._id, who) : undefined,
  ]);
  const billed = found.get(order._id) ?? null;
  const step = findStepBack(latest, latest?.nowMs ?? 0);
  const back = isSettledShort(order, billed) ? undefined : step;
  const stepBack = back && {
    track: back.track,
    from: back.from,
    to: back.to,
    until: new Date(back.untilMs).toISOString(),
  };
  const hasPlaced = events.some(({ kind }) => kind === "placed");
  return {
    events: hasPlaced ? events : [toPlaced(order), ...events],
    deliveries,
    billed,
    charges,
    deposit,
    stepBack: stepBack ?? null,
  };
}

type Story = OrderStatus & {
  _id: string;
  createdAt: string;
  orderQuantity: number;
  depositPercent: number;
  sheetId: string | null;
};

function toPlaced({ _id, createdAt }: { _id: string; createdAt: string }): OrderEvent {
  const nothing = { track: null, from: null, to: null, note: null, pieces: null, noteFor: null, change: null };
  const noShipment = { carrier: null, trackingNumber: null, trackingUrl: null, dueOn: null };
  const by = { role: "buyer", name: null, isMe: false } as const;
  return { _id, at: createdAt, kind: "placed", by, ...nothing, ...noShipment };
}
